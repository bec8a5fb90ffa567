// Sphinx's order of what a search finds: a game before its lessons, and a lesson before its answers.
var Scorer = {      // Sphinx declares it with var, too
    score: ([page, , , , score]) => score
        + (page.startsWith("games/") ? 6 : page.startsWith("course/") ? 3 : page.startsWith("answers/") ? -40 : 0),
    objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
    title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
