/**
 * The project's import rules, each with its reason. `test/house.test.ts` breaks them on purpose to prove that they are
 * enforced.
 */
const room = (name) => `^${name}/`;

/** Who may import whom. What is not listed is forbidden. */
const arrows = {
  language: [],
  api: [],
  disk: [],
  catalog: ["language", "api", "disk"],
  authoring: ["language", "api", "disk"],
  sandbox: ["language", "api", "disk"],
  server: ["language", "catalog", "api", "disk"],
  cli: ["language", "catalog", "api", "disk", "sandbox"],
  client: ["language", "api", "disk", "authoring", "server"],
};
const rooms = Object.keys(arrows);

const forbidden = [];
for (const [from, allowed] of Object.entries(arrows)) {
  const others = rooms.filter((other) => other !== from && !allowed.includes(other));
  forbidden.push({
    name: `${from}-imports-only-downward`,
    comment: `Arrows run downward only: ${from} may import ${allowed.join(", ") || "nothing of ours"}.`,
    severity: "error",
    from: { path: room(from) },
    to: { path: `^(${others.join("|")})/` },
  });
  forbidden.push({
    name: `${from}-uses-doors`,
    comment: "A room is entered through its door, so that what is behind it can change.",
    severity: "error",
    from: { path: room(from) },
    to: {
      path: `^(${rooms.filter((other) => other !== from).join("|")})/`,
      pathNot: "^([a-z]+/index|server/protocol|api/grant)\\.ts$",
    },
  });
}
/**
 * The floors of the client, the lowest first: each may import those below it. Above them are `services.ts` and
 * `languageServer.ts`, then the features, which are all other folders, then `extension.ts`.
 */
const floors = ["window", "page", "connections", "calls", "records", "sending", "panels"];
for (const [index, floor] of floors.entries())
  forbidden.push({
    name: `client-${floor}-imports-only-downward`,
    comment: `In the client arrows run downward too: below ${floor} stand ${floors.slice(0, index).join(", ") || "ids alone"}.`,
    severity: "error",
    from: { path: `^client/${floor}/` },
    to: { path: "^client/", pathNot: `^client/(identifiers[.]ts$|(${floors.slice(0, index + 1).join("|")})/)` },
  });
forbidden.push(
  {
    name: "client-services-know-no-feature",
    comment: "What every feature is handed knows none of them.",
    severity: "error",
    from: { path: "^client/(services|languageServer|identifiers)[.]ts$" },
    to: {
      path: "^client/",
      pathNot: `^client/((identifiers|services|languageServer)[.]ts$|(${floors.join("|")})/)`,
    },
  },
  {
    name: "client-features-stand-alone",
    comment: "What two features need goes down a floor, or comes in through `extension.ts`.",
    severity: "error",
    from: { path: `^client/(?!(?:${floors.join("|")})/)([^/]+)/` },
    to: {
      path: "^client/",
      pathNot: `^client/($1/|(identifiers|services|languageServer)[.]ts$|(${floors.join("|")})/)`,
    },
  },
);

forbidden.push(
  {
    name: "client-meets-server-in-protocol",
    comment: "The client knows what the server says, not how it works.",
    severity: "error",
    from: { path: "^client/" },
    to: { path: "^server/", pathNot: "^server/protocol\\.ts$" },
  },
  {
    name: "only-consent-grants",
    comment: "A ticket is granted where a person has read what will happen, and nowhere else.",
    severity: "error",
    from: { path: `^(${rooms.join("|")})/`, pathNot: "^(client/calls|cli)/consent\\.ts$" },
    to: { path: "^api/grant\\.ts$" },
  },
  {
    name: "language-is-pure",
    comment: "No IO, no async, no platform: only pure packages for HTML and JSON with positions.",
    severity: "error",
    from: { path: "^language/" },
    to: {
      dependencyTypes: ["core", "npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"],
      pathNot: "node_modules/(parse5|jsonc-parser|entities)/",
    },
  },
  {
    name: "only-client-knows-vscode",
    comment: "The editor is one of several; everything below the client runs without it.",
    severity: "error",
    from: { pathNot: "^(client|test/vscode)/" },
    to: { path: "^vscode$|@types/vscode/|node_modules/vscode-languageclient/" },
  },
  {
    name: "model-knows-no-vscode",
    comment: "Decisions live in model files that plain mocha tests, with all that they reach.",
    severity: "error",
    from: { path: "^client/.*[mM]odel[.]ts$" },
    to: { path: "^vscode$|@types/vscode/|node_modules/vscode-languageclient/", reachable: true },
  },
  {
    name: "pages-run-in-a-browser",
    comment: "A page has no files, no service and no Node: what it needs of those rooms are types.",
    severity: "error",
    from: { path: ["^client/page/", "^client/[^/]+/page/", "^client/panels/[^/]+/page/"] },
    to: {
      path: `^(${rooms.filter((other) => other !== "language" && other !== "client").join("|")})/`,
      dependencyTypesNot: ["type-only"],
    },
  },
  {
    name: "no-cycles",
    comment: "A cycle means that two files are one.",
    severity: "error",
    from: { path: `^(${rooms.join("|")})/` },
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "tests-are-not-imported",
    comment: "The product never needs its tests.",
    severity: "error",
    from: { path: `^(${rooms.join("|")})/` },
    to: { path: "^(test|bench|scripts)/" },
  },
);

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "types"] },
  },
};
