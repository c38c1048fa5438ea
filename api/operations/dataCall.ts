/** Document 3, the body of data calls: which document, from which data, with which attachments. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { isWebhook } from "./formRequest.ts";
import { base64Text, documented, requiredValue, textOrNumber } from "./schema.ts";

const mask = z.number().nullish();
/**
 * `MFL` is a document of a MetaFile, `PDF` and `AXML` are files. It is not documented which other properties go
 * together, or what their limits are.
 */
const attachment = documented({
  Type: z.enum(["MFL", "PDF", "AXML"]),
  MetaFile: requiredValue.nullish(),
  Document: requiredValue.nullish(),
  FileAsBase64: base64Text.nullish(),
  PageRanges: z.array(documented({ Start: z.int().nullish(), End: z.int().nullish() })).nullish(),
  Pdf2AxmlOptions: documented({
    Duplex: z.boolean().nullish(),
    /** Default 150. */
    Dpi: z.number().nullish(),
    ColorDepth: z.enum(["BW", "Color"]).nullish(),
    Masks: z.array(documented({ X: mask, Y: mask, CX: mask, CY: mask, R: mask, G: mask, B: mask })).nullish(),
  }).nullish(),
  Name: textOrNumber.nullish(),
  Order: z.number().nullish(),
});

const common = {
  MetaFile: requiredValue,
  Document: requiredValue,
  /** UTF-8 of XML, or of JSON on the calls whose path ends in `jsondata`. */
  DataAsBase64: base64Text,
  UserName: requiredValue.nullish(),
  AttributeStoreKey: textOrNumber.nullish(),
  /** Shown in statistics; if it is left out, the service takes the MetaFile's name. */
  Source: textOrNumber.nullish(),
};

/** Fields of sessions only. */
export const callbackFields = ["SenderCallBackEndpoint", "SenderCallBackUserName", "SenderCallBackPassword"] as const;
/** `Id` is a field of distribution only. */
export const notForOutputs = [...callbackFields, "Id"] as const;
const notForHtml = [...notForOutputs, "Attachments"] as const;

export const dataCall = documented({ ...common, Attachments: z.array(attachment).nullish() }, notForOutputs);

/** HTML takes no attachments (document 3, "Data call body"). */
export const htmlDataCall = documented(common, notForHtml);

/** A session's user name goes to the audit log; the callback address is called when editing ends. */
export const sessionDataCall = documented(
  {
    ...dataCall.shape,
    UserName: requiredValue,
    SenderCallBackEndpoint: z
      .string()
      .refine(isWebhook, { error: () => l10n.t("expected an absolute http or https address") })
      .meta({ format: "uri" })
      .nullish(),
    SenderCallBackUserName: textOrNumber.nullish(),
    SenderCallBackPassword: z.string().meta({ format: "password" }).nullish(),
  },
  ["Id"],
);

/**
 * The body of an output made from a DXML: the DXML itself, and the optional fields of a data call (document 3,
 * "Outputs"). The property that holds the DXML has the same name as in the document store.
 */
export const dxmlCall = documented({ ...z.object(dataCall.shape).partial().shape, B64Dxml: base64Text }, notForOutputs);

/** HTML that is made from a DXML takes no attachments either. */
export const htmlDxmlCall = documented(
  { ...z.object(htmlDataCall.shape).partial().shape, B64Dxml: base64Text },
  notForHtml,
);
