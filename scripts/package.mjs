/** Packs the built extension into smartform.vsix: what .vscodeignore lets through, nothing from node_modules. */
import { createVSIX } from "@vscode/vsce";
import { join } from "node:path";
import { root } from "./root.mjs";

// vsce tells each file that it packs, which only `npm run package` wants to see.
if (process.argv.includes("--quiet")) console.log = console.info = () => undefined;

// The README's links stay relative: what they name is inside the package, and no web address is known.
await createVSIX({ cwd: root, dependencies: false, packagePath: join(root, "smartform.vsix"), allowMissingRepository: true, rewriteRelativeLinks: false });
