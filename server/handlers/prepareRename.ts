/** textDocument/prepareRename: the name to change, or why it cannot be renamed. */
import { PrepareRenameRequest } from "vscode-languageserver";
import type { PrepareRenameParams, PrepareRenameResult } from "vscode-languageserver";
import { subjectName } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { toLspRange } from "../places/lines.ts";
import { renameableAt } from "./rename.ts";

export const onPrepareRename: Handler<PrepareRenameParams, PrepareRenameResult | null> = {
  method: PrepareRenameRequest.type,
  otherwise: () => null,
  work: inDocument(async (open, { position }, { everywhere }) => {
    const { subject, mention } = await renameableAt(open, position, everywhere());
    return { range: toLspRange(open.document.lines, mention.part), placeholder: subjectName(subject) };
  }),
};
