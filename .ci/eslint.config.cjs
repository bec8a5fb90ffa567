// npx keeps eslint outside the project: what it is made of is asked from there.
const [js, globals, espree] = ["@eslint/js", "globals", "espree"].map(name => require.main.require(name));
const { readdirSync, readFileSync } = require("node:fs");

const FOLDER = "domino_lab/widgets";
const joined = readdirSync(FOLDER).filter(name => name.endsWith(".js") && name !== "loader.js").map(name => {
    const text = readFileSync(`${FOLDER}/${name}`, "utf8");
    const { body } = espree.parse(text, { ecmaVersion: "latest", sourceType: "module" });
    const made = body.flatMap(({ declarations, id }) => declarations?.map(each => each.id.name) ?? id?.name ?? []);
    return { name, text, made };
});

// Python joins these scripts into one: each uses what another makes at its top level.
const blocks = joined.map(script => {
    const others = joined.filter(other => other !== script);
    const used = script.made.filter(name => others.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)));
    return {
        files: [`${FOLDER}/${script.name}`],
        languageOptions: { globals: Object.fromEntries(others.flatMap(({ made }) => made.map(name => [name, "readonly"]))) },
        rules: { "no-unused-vars": ["error", { varsIgnorePattern: `^(${used.join("|")})$` }] },
    };
});

module.exports = [
    js.configs.recommended,
    { languageOptions: { globals: globals.browser } },
    ...blocks,
    { files: ["domino_lab/site/*.js"], languageOptions: { sourceType: "script" }, rules: { "no-unused-vars": ["error", { vars: "local" }] } },
];
