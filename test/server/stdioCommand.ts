/** How the language server is started over stdio from its sources. */
export const serverCommand = [
  "--disable-warning=ExperimentalWarning",
  "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
  "server/main.ts",
  "--stdio",
];
