/**
 * The QR code of an answer code, from tables that `tests/widgets/qr_table.py` made with segno: the QR code of twelve
 * zeros, and the modules that each bit of the text turns over. (Version 1, error correction M, mask 0, alphanumeric.)
 */

const ZEROS = "fe0bfc17506e98bb74d5dba8aec12507faafe00300aa7091282aa3b2ab60caafe4aa806aabf84ab04fabbaf2bdd31aaeba2b0486bfe8aa8";
const OWN = "8p85847k7j6z6y6e6d5t5s5r5q6c6b6x6w7i7h83828o8n99989u9tafaeb0azblbkc6c5c4c3bjbiayaxadac9s9r97968m8l81807g7f6v6u6a695p5o5n5m68676t6s7e";
const SHARED = "090a0b0c0u0v0w0x1f1g1h1i202122232l2m36374c4d4x4y595a5b5c5d5e5g5h5i5j5u5v5w5x5y5z616263646f6g6h6i6j6k6m6n6o6p7071727374757778797a7u7v8f8g90919l9ma6a7arasbcbdbxby";
const CHANGES = "7cf877dda89f464a6f11fa21e3fb55329481c222a643dbb3b3e12c56dd49d243c74342d78b2f4a09b492d7c6c4669f0ecc033f35f7c9dc54331c994f286bf3d2b9f4332833c65217fbf43230f7146bd5b03afaf83c68ef78caba76f5f8e435c85ee1dc78aaafb5dd368968d3b9a5940de42dd882c1e4d01a6cce9c0fa91142c8b06cdb19395b03fb9184348df6a627a20763671c2c1bae1d4351120edf6c0d6e4fafcfe624043a890bc0db9ad6d9148131474e90f6b0f5a379422e8bc4306ba659075726cf681e22805da34faec41f856449446e5bda09516b0f8c83c95ceef1532e9f0e195fc62cd0f2fa04725823e6ddccb0e1bc90f1e44bd1ee083487347562c8ceb2cf852c4b38239584d4795e73750cf0ff53889b04b9f2ae49a5b3b6007e0834f550c30f7a2d10e0013aafa0931e204f259402629b147738cc0f1f384dc3f328ea6c40166e258b97b605c5d548f5dd0e5e3f3c0a8abad1bbba44e41a7e2efada41493861b2713c40a5bd5212758679f0ed804e32b8e1fa55a7f64b108c61a51ba5aa53ef57204d9303e71b58ef8dfb04ca675ed733a1d24f3208c5df60262716fd9b7001defadc811b65bfe648f9f9f34b88f8059dcf45b7b6bb9791e10a3b9eca732c3affa2c64c6a7c10eb4969e348d989c8bb61da93878794a3139124c3fc265edba4076f321b97bd08e022455fc269327e3f00c51492abdd873eb0888b17c7d0cb078c2a6511027f4bfc97471902cb2211ee07e53ec72350524936cc5e1629d74ba0b0836d8074f856f7ce16255f9a4df8a8f8f3d4390ae6349b21d5a5fbb87195d12c2e132e4afa359be7134044a67a6cc96e37de6fc58c44759993c06979c29a18d9ba227f90d027dd74712eec04e230a51abbb8aa4c8d59d9245df57a201d9c5bf3b30cabeee84566256ef27b09";

/** @param {string} table @returns {number[]} */
const cellsOf = table => (table.match(/../g) ?? []).map(digits => parseInt(digits, 36));

/** @param {string} table @returns {number[]} */
const bitsOf = table => [...table].flatMap(digit => [8, 4, 2, 1].map(bit => parseInt(digit, 16) & bit ? 1 : 0));

/** The 21 rows of 21 modules of a QR code in one list, 1 for a dark one. @param {string} signs  twelve digits and capitals */
const qrOf = signs => {
    const dark = bitsOf(ZEROS), own = cellsOf(OWN), shared = cellsOf(SHARED);
    (signs.match(/../g) ?? []).forEach(([high, low], pair) => {
        const value = 45 * parseInt(high, 36) + parseInt(low, 36);
        for (let bit = 0; bit < 11; bit++) {
            if (!(value >> 10 - bit & 1)) continue;
            const at = 11 * pair + bit;
            dark[own[at]] ^= 1;
            bitsOf(CHANGES.slice(20 * at, 20 * at + 20)).forEach((turned, place) => { dark[shared[place]] ^= turned; });
        }
    });
    return dark.slice(0, 441);
};

/** The drawing of a QR code. @param {string} signs @param {string} name */
const qrDrawing = (signs, name) => {
    const box = h("span.qr", { role: "img", "aria-label": name });
    box.innerHTML = `<svg viewBox="-4 -4 29 29" aria-hidden="true"><path fill="#fff" d="M-4-4h29v29h-29z"/><path d="${
        qrOf(signs).map((dark, at) => dark ? `M${at % 21} ${Math.floor(at / 21)}h1v1h-1z` : "").join("")}"/></svg>`;
    return box;
};
