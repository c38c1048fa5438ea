/** The program `dist/server.js`: starts the language server with a compile cache. */
import { enableCompileCache } from "node:module";
import { compiledFolder } from "../catalog/index.ts";

// Without a cache, compiling at each start would take longer than everything else that happens before the first
// findings. The compile cache is valid for one version of Node and of the program. An unwritable folder is not an
// error.
const folder = compiledFolder();
if (folder !== undefined) enableCompileCache(folder);
void import("./program.ts");
