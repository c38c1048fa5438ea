/** Document 3, the body of data calls: which document, from which data, with which attachments. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { base64Text, required } from "./schema.ts";

const colour = z.int().min(0).max(255);

/** `MFL` is a document of a MetaFile, `PDF` and `AXML` are files. */
const attachment = z.strictObject({
  Type: z.enum(["MFL", "PDF", "AXML"]),
  MetaFile: required.optional(),
  Document: required.optional(),
  FileAsBase64: base64Text.optional(),
  PageRanges: z.array(z.strictObject({ Start: z.int().min(1), End: z.int().min(1) }).refine(({ Start, End }) => Start <= End, { error: () => l10n.t("expected Start not above End") })).optional(),
  Pdf2AxmlOptions: z.strictObject({
    Duplex: z.boolean().optional(),
    /** Default 150. */
    Dpi: z.int().min(1).optional(),
    ColorDepth: z.enum(["BW", "Color"]).optional(),
    Masks: z.array(z.strictObject({ X: z.number(), Y: z.number(), CX: z.number(), CY: z.number(), R: colour.optional(), G: colour.optional(), B: colour.optional() })).optional(),
  }).optional(),
  Name: z.string().optional(),
  Order: z.int().optional(),
}).refine(({ Type, MetaFile, Document, FileAsBase64 }) => (Type === "MFL" ? MetaFile !== undefined && Document !== undefined : FileAsBase64 !== undefined),
  { error: () => l10n.t("expected MetaFile and Document for MFL, FileAsBase64 for PDF and AXML") });

const common = {
  MetaFile: required,
  Document: required,
  /** UTF-8 of XML, or of JSON on the calls whose path ends in `jsondata`. */
  DataAsBase64: base64Text,
  UserName: required.optional(),
  AttributeStoreKey: z.string().optional(),
  /** Shown in statistics; the service takes the MetaFile's name where it is left out. */
  Source: z.string().optional(),
};

export const dataCall = z.strictObject({ ...common, Attachments: z.array(attachment).optional() });

/** HTML takes no attachments (document 3, "Data call body"). */
export const htmlDataCall = z.strictObject(common);

/** A session's user name goes to the audit log; the callback is told when editing ends. */
export const sessionDataCall = dataCall.extend({
  UserName: required,
  SenderCallBackEndpoint: z.string().refine(isCallback, { error: () => l10n.t("expected an absolute http or https address without a sign-in in it") }).meta({ format: "uri" }).optional(),
  SenderCallBackUserName: z.string().optional(),
  SenderCallBackPassword: z.string().meta({ format: "password" }).optional(),
});

/** A DXML sent in the body. Only the store's body is described; the same one is sent to the other calls. */
export const dxmlCall = z.strictObject({ MetaFile: required.optional(), Document: required.optional(), B64Dxml: base64Text });

function isCallback(address: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === "" && password === "";
}
