/**
 * The documented properties of a create-form request (document 1, "Create-form request", "Notification block", "Value
 * shapes").
 */
import * as l10n from "../l10n.ts";

export interface DocumentedProperty {
  readonly name: string;
  /**
   * `map`: an object whose properties may have any names. `plain`: text, a number or a boolean. `any`: the documents do
   * not say.
   */
  readonly shape: "text" | "boolean" | "plain" | "map" | "object" | "list" | "texts" | "any";
  /** For people. */
  readonly about: () => string;
  readonly required?: boolean;
  /** Properties of the object, or of every object in the list. */
  readonly inside?: readonly DocumentedProperty[];
}

/** Valid in any letter case (document 1, "Versioning"). */
export const environmentNames = ["Development", "Test", "PreProduction", "Production"] as const;

/** The documents give no types for the properties of a party. */
const party: readonly DocumentedProperty[] = [
  {
    name: "id",
    shape: "plain",
    about: () => l10n.t("Id of the party, or its name; the letter case of a name does not matter."),
  },
  { name: "name", shape: "plain", about: () => l10n.t("Name of the person.") },
  { name: "email", shape: "plain", about: () => l10n.t("Where an email goes.") },
  { name: "phone", shape: "plain", about: () => l10n.t("Phone number for an SMS, in international format.") },
  { name: "nationality", shape: "plain", about: () => l10n.t("Nationality of the person.") },
  { name: "ssn", shape: "plain", about: () => l10n.t("The service keeps a hash of this value, never the plain text.") },
  {
    name: "birthDate",
    shape: "plain",
    about: () => l10n.t("The service keeps a hash of this value, never the plain text."),
  },
  { name: "languageCode", shape: "plain", about: () => l10n.t("Language of the notification.") },
];

const notification: readonly DocumentedProperty[] = [
  { name: "sendEmail", shape: "boolean", about: () => l10n.t("Notifies the listed parties by email.") },
  { name: "sendSms", shape: "boolean", about: () => l10n.t("Notifies the listed parties by SMS.") },
  {
    name: "participatingParties",
    shape: "list",
    about: () =>
      l10n.t("Whom to notify. An empty list notifies nobody. A single-step Smartform uses only the first party."),
    inside: party,
  },
];

const place: readonly DocumentedProperty[] = [
  { name: "title", shape: "plain", about: () => l10n.t("Title of the place.") },
  { name: "address", shape: "plain", about: () => l10n.t("Address of the place.") },
  { name: "latitude", shape: "plain", about: () => l10n.t("Latitude of the place.") },
  { name: "longitude", shape: "plain", about: () => l10n.t("Longitude of the place.") },
];

export const requestProperties: readonly DocumentedProperty[] = [
  { name: "dialogDefinitionId", shape: "text", required: true, about: () => l10n.t("Id of the Smartform.") },
  {
    name: "values",
    shape: "map",
    required: true,
    about: () =>
      l10n.t(
        "The answers, each under the name of its property. A nested object is flattened: its names are joined with _, or with the value of propertyMergeString. A property fills the field of the same name. If there is no such field, the property fills the input of the same name. If an input's source= names the property, the property is the list of options for that input.",
      ),
  },
  {
    name: "environment",
    shape: "text",
    about: () =>
      l10n.t(
        "The service runs the version that is deployed to this environment. Letter case in the name of the environment does not matter. If you leave the environment out, the service runs the saved draft.",
      ),
  },
  {
    name: "source",
    shape: "text",
    about: () => l10n.t("Where the form came from. The service's default is integration."),
  },
  {
    name: "privateSecret",
    shape: "text",
    about: () =>
      l10n.t(
        "Secret that goes with the form to the parties. Do not keep the secret in a file. If you leave this property out, you can enter a secret when you create the form. If you enter none, the service uses its default secret.",
      ),
  },
  { name: "propertyMergeString", shape: "text", about: () => l10n.t("Joins the names of nested values. Default _.") },
  {
    name: "notification",
    shape: "object",
    about: () =>
      l10n.t("Whom the service notifies about the form. The API documents do not say what happens if this is missing."),
    inside: notification,
  },
  {
    name: "dataTableValue",
    shape: "map",
    about: () => l10n.t("Data shown through placeholders such as [[ address.street ]]."),
  },
  {
    name: "dataTableValues",
    shape: "map",
    about: () => l10n.t("Another spelling of dataTableValue. Use only one of the two spellings."),
  },
  {
    name: "externalMetaData",
    shape: "map",
    about: () => l10n.t("Sent with the form and to the webhook, but not shown."),
  },
  {
    name: "webhook",
    shape: "text",
    about: () =>
      l10n.t(
        "Absolute http or https address, which the service calls when the form is submitted. The Smartform keeps the address as a webhook named Integration, unless the Smartform already has a webhook with this address.",
      ),
  },
  {
    name: "webhookForceRun",
    shape: "boolean",
    about: () => l10n.t("Re-enables a disabled webhook with this address."),
  },
  {
    name: "skipRuleEngine",
    shape: "boolean",
    about: () => l10n.t("True: the Smartform's rules do not change the data table when the form is created."),
  },
  {
    name: "textLibraryFolder",
    shape: "text",
    about: () => l10n.t("Text Library folder for short references [[ LIB : code ]] in this form."),
  },
];

/** Names in `values` whose value has a shape of its own. */
export const valueShapes: readonly DocumentedProperty[] = [
  {
    name: "orderTableValue",
    shape: "object",
    about: () => l10n.t("Fills an order table."),
    inside: [
      { name: "vat", shape: "plain", about: () => l10n.t("VAT of the order table.") },
      { name: "discount", shape: "plain", about: () => l10n.t("Discount of the order table.") },
      { name: "sum", shape: "plain", about: () => l10n.t("Sum of the order table.") },
      { name: "rows", shape: "texts", about: () => l10n.t("The rows; each row is text.") },
    ],
  },
  {
    name: "mapValues",
    shape: "object",
    about: () => l10n.t("Fills a map."),
    inside: [
      { name: "centerLocation", shape: "any", about: () => l10n.t("What the map is centred on."), inside: place },
      { name: "locations", shape: "list", about: () => l10n.t("The places that the map shows."), inside: place },
    ],
  },
];

/** Properties of an option in a list (document 1, "Value shapes"). */
export const optionProperties: readonly DocumentedProperty[] = [
  { name: "display", shape: "plain", required: true, about: () => l10n.t("What the person reads.") },
  {
    name: "value",
    shape: "plain",
    required: true,
    about: () => l10n.t("Value that is stored when the option is chosen."),
  },
];
