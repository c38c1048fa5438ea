/**
 * Reads a library of 3,000 texts into the given folder, and reports every step. Tests start this program and kill it.
 */
import { openLiveCatalog } from "../../catalog/index.ts";
import { service, texts } from "./service.ts";

const catalog = openLiveCatalog({
  folder: process.argv[2]!,
  identity: { authUrl: "a", formsApiUrl: "b", clientId: "c" },
  call: service(texts(3000)).call,
});
await catalog.refresh({ progress: (status) => console.log(status.texts) });
console.log("end");
