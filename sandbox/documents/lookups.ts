/** The contents of MetaFiles, and information about the service itself (document 3, "Sessions", "Lookups"). */
import type { OperationId } from "../../api/index.ts";
import type { Handler } from "../base/call.ts";
import { field, objectBody, textOrNumberField } from "../base/read.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import { metaFileOf, metaFilesOf } from "./metaFiles.ts";

/**
 * `Id` matches exactly; `Name`, `Description` and `Group` match parts in any letter case; absent fields do not filter.
 */
const findAttachments: Handler = ({ state, company, body }) => {
  const asked = objectBody(body);
  const top = field(asked, "Top");
  if (typeof top !== "number" || !Number.isInteger(top) || top < 1) throw new Refusal("top-required");
  const id = textOrNumberField(asked, "Id");
  const fits = partsOf(asked, ["Name", "Description", "Group"]);
  return {
    json: metaFilesOf(state, company)
      .flatMap(({ attachments }) => attachments)
      .filter((each) => (id === undefined || each.Id === id) && fits({ ...each }))
      .slice(0, top),
  };
};

const keywords: Handler = ({ state, company, path: { metaFile = "" } }) => ({
  json: [...new Set(metaFileOf(state, company, metaFile).texts.flatMap(({ Keywords }) => Keywords))].sort(),
});

const texts: Handler = ({ state, company, path: { metaFile = "" }, body }) => {
  const asked = objectBody(body);
  if (state.choice("N24") === "400" && Object.keys(asked).length > 0) throw new Refusal("bad-field", "the filter");
  const fits = partsOf(asked, ["Name", "Keyword", "FolderPath"]);
  return {
    json: metaFileOf(state, company, metaFile).texts.filter((text) =>
      fits({ ...text, Keyword: text.Keywords.join("\n") }),
    ),
  };
};

const onlineDocuments: Handler = ({ state, company, path: { metaFile = "" } }) => ({
  json: metaFileOf(state, company, metaFile)
    .documents.filter(({ isOnline }) => isOnline)
    .map(({ name, title }) => ({ Name: name, Description: title })),
});

export const lookupHandlers = {
  "documents.attachments.find": findAttachments,
  "documents.metaFiles.keywords": keywords,
  "documents.metaFiles.texts": texts,
  "documents.metaFiles.onlineDocuments": onlineDocuments,
  "documents.engine.info": () => ({
    json: {
      Name: "Smartform sandbox",
      Version: "4.0.0",
      Description: "The document engine in miniature, on this computer.",
    },
  }),
  "documents.engine.version": () => ({ json: "4.0.0" }),
} as const satisfies Partial<Record<OperationId, Handler>>;

/**
 * Returns a predicate for items. For each of the named fields that the body has, the item's field must contain the
 * requested text.
 */
function partsOf(asked: JsonObject, names: readonly string[]): (item: Readonly<Record<string, unknown>>) => boolean {
  const wanted = names.flatMap((name) => {
    const part = textOrNumberField(asked, name);
    return part === undefined || part === "" ? [] : [[name, part.toLowerCase()] as const];
  });
  return (item) =>
    wanted.every(([name, part]) =>
      String(item[name] ?? "")
        .toLowerCase()
        .includes(part),
    );
}
