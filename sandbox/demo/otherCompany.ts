/** The other company: a municipality whose codes and names equal some of the demo company's. */
import { catalogFile } from "../../api/index.ts";

export const otherLibrary = catalogFile.parse({
  folders: [{ id: "other-folder-claims", name: "Claims", isDefault: true, code: "claims" }],
  texts: [
    {
      id: "other-text-intro",
      folderId: "other-folder-claims",
      code: "intro",
      name: "Introduction",
      description: "Of the municipality.",
      contentType: 0,
      defaultLanguage: "en",
      translations: {
        en: { content: "The municipality writes to you about application [[ claim.number ]].", source: 0 },
      },
    },
  ],
  smartforms: [
    {
      id: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d2001",
      name: "Claim report",
      process: "Claims",
      tags: ["municipality"],
      textLibraryFolder: "claims",
      defaultLanguage: "en",
      environments: ["Production"],
      fields: [{ id: "other-field-name", name: "name", type: "text" }],
      parties: [{ id: "other-party", name: "Customer", defaultLanguage: "en" }],
      pages: [{ blocks: [{ text: "[[ LIB : claims : intro ]]", format: "plain" }, { field: "name" }] }],
    },
  ],
});
