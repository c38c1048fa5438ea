/** Packs the built extension into smartform.vsix: what .vscodeignore lets through, nothing from node_modules. */
import { createVSIX } from "@vscode/vsce";
import { join } from "node:path";
import { root } from "./root.mjs";

await createVSIX({ cwd: root, dependencies: false, packagePath: join(root, "smartform.vsix"), skipLicense: false, allowMissingRepository: true });
