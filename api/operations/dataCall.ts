/** Document 3, the body of data calls: which document, from which data, with which attachments. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { isWebhook } from "./formRequest.ts";
import { base64Text, documented, requiredValue, textOrNumber } from "./schema.ts";

/** `MFL` is a document of a MetaFile, `PDF` and `AXML` are files. What goes together beyond that, and in which bounds, is not shown. */
const mask = z.number().optional();
const attachment = documented({
  Type: z.enum(["MFL", "PDF", "AXML"]),
  MetaFile: requiredValue.optional(),
  Document: requiredValue.optional(),
  FileAsBase64: base64Text.optional(),
  PageRanges: z.array(documented({ Start: z.int().optional(), End: z.int().optional() })).optional(),
  Pdf2AxmlOptions: documented({
    Duplex: z.boolean().optional(),
    /** Default 150. */
    Dpi: z.number().optional(),
    ColorDepth: z.enum(["BW", "Color"]).optional(),
    Masks: z.array(documented({ X: mask, Y: mask, CX: mask, CY: mask, R: mask, G: mask, B: mask })).optional(),
  }).optional(),
  Name: textOrNumber.optional(),
  Order: z.number().optional(),
});

const common = {
  MetaFile: requiredValue,
  Document: requiredValue,
  /** UTF-8 of XML, or of JSON on the calls whose path ends in `jsondata`. */
  DataAsBase64: base64Text,
  UserName: requiredValue.optional(),
  AttributeStoreKey: textOrNumber.optional(),
  /** Shown in statistics; the service takes the MetaFile's name where it is left out. */
  Source: textOrNumber.optional(),
};

/** Fields of sessions only. */
export const callbackFields = ["SenderCallBackEndpoint", "SenderCallBackUserName", "SenderCallBackPassword"] as const;
/** `Id` is a field of distribution only. */
export const notForOutputs = [...callbackFields, "Id"] as const;
const notForHtml = [...notForOutputs, "Attachments"] as const;

export const dataCall = documented({ ...common, Attachments: z.array(attachment).optional() }, notForOutputs);

/** HTML takes no attachments (document 3, "Data call body"). */
export const htmlDataCall = documented(common, notForHtml);

/** A session's user name goes to the audit log; the callback is told when editing ends. */
export const sessionDataCall = documented({
  ...dataCall.shape,
  UserName: requiredValue,
  SenderCallBackEndpoint: z.string().refine(isWebhook, { error: () => l10n.t("expected an absolute http or https address") }).meta({ format: "uri" }).optional(),
  SenderCallBackUserName: textOrNumber.optional(),
  SenderCallBackPassword: z.string().meta({ format: "password" }).optional(),
}, ["Id"]);

/** A DXML sent in the body: in the property that the store's body has for it, beside what the bodies of the outputs hold (document 3, "Outputs"). */
export const dxmlCall = documented({ ...z.object(dataCall.shape).partial().shape, B64Dxml: base64Text }, notForOutputs);

/** HTML takes no attachments from a DXML either. */
export const htmlDxmlCall = documented({ ...z.object(htmlDataCall.shape).partial().shape, B64Dxml: base64Text }, notForHtml);
