/** Document 3, the body of data calls: which document, from which data, with which attachments. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { isWebhook } from "./formRequest.ts";
import { base64Text, required } from "./schema.ts";

/** `MFL` is a document of a MetaFile, `PDF` and `AXML` are files. What goes together beyond that, and in which bounds, is not shown. */
const mask = z.number().optional();
const attachment = z.strictObject({
  Type: z.enum(["MFL", "PDF", "AXML"]),
  MetaFile: required.optional(),
  Document: required.optional(),
  FileAsBase64: base64Text.optional(),
  PageRanges: z.array(z.strictObject({ Start: z.int().optional(), End: z.int().optional() })).optional(),
  Pdf2AxmlOptions: z.strictObject({
    Duplex: z.boolean().optional(),
    /** Default 150. */
    Dpi: z.number().optional(),
    ColorDepth: z.enum(["BW", "Color"]).optional(),
    Masks: z.array(z.strictObject({ X: mask, Y: mask, CX: mask, CY: mask, R: mask, G: mask, B: mask })).optional(),
  }).optional(),
  Name: z.string().optional(),
  Order: z.number().optional(),
});

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
  SenderCallBackEndpoint: z.string().refine(isWebhook, { error: () => l10n.t("expected an absolute http or https address") }).meta({ format: "uri" }).optional(),
  SenderCallBackUserName: z.string().optional(),
  SenderCallBackPassword: z.string().meta({ format: "password" }).optional(),
});

/** A DXML sent in the body: in the property that the store's body has for it, beside what the bodies of the outputs hold (document 3, "Outputs"). */
export const dxmlCall = dataCall.partial().extend({ B64Dxml: base64Text });

/** HTML takes no attachments from a DXML either. */
export const htmlDxmlCall = htmlDataCall.partial().extend({ B64Dxml: base64Text });
