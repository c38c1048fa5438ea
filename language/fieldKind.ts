/**
 * Guesses the kind of a field from the name of its type, because document 1 does not list the types of fields. If the
 * name does not show the kind, the kind is `unknown`, and no rule draws a conclusion from it.
 */
export type FieldKind =
  | "upload"
  | "signature"
  | "order"
  | "map"
  | "choice"
  | "rows"
  | "date"
  | "number"
  | "checkbox"
  | "mail"
  | "phone"
  | "text"
  | "unknown";

const patterns: readonly (readonly [FieldKind, RegExp])[] = [
  ["upload", /file|upload|image|picture|attachment/i],
  ["signature", /signature/i],
  ["order", /order/i],
  ["map", /map/i],
  ["choice", /dropdown|drop-down|radio|select|choice/i],
  ["rows", /repeat|rows|table|grid/i],
  ["date", /date/i],
  ["number", /number|integer|decimal|amount/i],
  ["checkbox", /check|bool/i],
  ["mail", /mail/i],
  ["phone", /phone|^tel/i],
  ["text", /text|string|memo|multiline/i],
];

export function fieldKind(type: string): FieldKind {
  return patterns.find(([, pattern]) => pattern.test(type))?.[0] ?? "unknown";
}

/** Suffixes of a property name that set something about its field (document 1, "Value shapes"). */
export const suffixes = ["label", "options", "minDate", "maxDate", "specificDay"] as const;
export type Suffix = (typeof suffixes)[number];

/**
 * Kinds of fields that a suffix is documented for. A number, an email address and a phone number are listed with the
 * text field, because the service may treat them as text fields.
 */
const documentedFor: Readonly<Record<Suffix, readonly FieldKind[]>> = {
  label: ["text", "signature", "number", "mail", "phone"],
  options: ["choice"],
  minDate: ["date"],
  maxDate: ["date"],
  specificDay: ["date"],
};

/** Returns the suffixes that have, or may have, an effect on a field of this kind. */
export function suffixesOf(kind: FieldKind): readonly Suffix[] {
  return kind === "unknown" ? suffixes : suffixes.filter((suffix) => documentedFor[suffix].includes(kind));
}
