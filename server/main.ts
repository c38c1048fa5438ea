/** The program `dist/server.js`: starts the language server with a compile cache. */
import { enableCompileCache } from "node:module";
import { compiledFolder } from "../catalog/index.ts";

// Compiling at each start takes longer than everything else before the first findings. The compile cache is valid for
// one version of Node and of the program. An unwritable folder is not an error.
const folder = compiledFolder();
if (folder !== undefined) enableCompileCache(folder);
void import("./program.ts");
