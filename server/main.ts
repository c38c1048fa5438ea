/** The program `dist/server.js`: starts the language server from code that is kept compiled. */
import { enableCompileCache } from "node:module";
import { compiledFolder } from "../catalog/index.ts";

// Compiled once for each version of Node and of the program: to do it at each start takes longer than all that comes
// before the first findings. A folder that cannot be written is no failure.
const folder = compiledFolder();
if (folder !== undefined) enableCompileCache(folder);
void import("./program.ts");
