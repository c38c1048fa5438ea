/** What the properties of request files mean according to the documents, for hovers and completion. */
import * as l10n from "@vscode/l10n";

/** A function, because the display language is not set yet when this file is loaded. */
type Meaning = () => string;

/**
 * Each key is the end of a property's path. If a name has several meanings, the key begins with the first word of the
 * operation's id, as in `pdf:environment`.
 */
const meanings: ReadonlyMap<string, Meaning> = new Map([
  ["operation", () => l10n.t("What the service is asked to do.")],
  [
    "environment",
    () =>
      l10n.t("Environment in which the call runs. If you leave it out, you are asked for it when the file is sent."),
  ],
  [
    "pdf:environment",
    () =>
      l10n.t(
        "The environment decides which version of the Smartform runs. Letter case in the environment's name does not matter. If you leave the environment out, the body's environment is used, or else the connection's.",
      ),
  ],
  [
    "environmentGroup",
    () => l10n.t("Name or id of an environment group. Leave this out if your company uses no environment groups."),
  ],
  ["path", () => l10n.t("The ids in the address of the call.")],
  ["query", () => l10n.t("Parameters that are added to the address of the call.")],
  ["body", () => l10n.t("What is sent to the service.")],

  ["smartformId", () => l10n.t("Id of the Smartform.")],
  ["smartformValueId", () => l10n.t("Id of the form.")],
  ["languageCode", () => l10n.t("Language of the PDF. If you leave it out, the Smartform's default language is used.")],
  ["dialogDefinitionId", () => l10n.t("Id of the Smartform.")],
  [
    "values",
    () =>
      l10n.t(
        "The answers, each under the name of its property. A nested object is flattened: its names are joined with _, or with the value of propertyMergeString.",
      ),
  ],
  [
    "body/environment",
    () =>
      l10n.t(
        "The service runs the version that is deployed to this environment. Letter case in the name of the environment does not matter. If you leave the environment out, the service runs the saved draft.",
      ),
  ],
  ["source", () => l10n.t("Where the form came from. The service's default is integration.")],
  ["privateSecret", () => l10n.t("Sent to the parties with the form.")],
  ["propertyMergeString", () => l10n.t("Joins the names of nested values. Default _.")],
  [
    "notification",
    () =>
      l10n.t(
        "Whom the service notifies about the form. If you leave this property out, the request tells the service to notify nobody.",
      ),
  ],
  ["sendEmail", () => l10n.t("Notifies the listed parties by email.")],
  ["sendSms", () => l10n.t("Notifies the listed parties by SMS.")],
  [
    "participatingParties",
    () => l10n.t("Whom to notify. An empty list notifies nobody. A single-step Smartform uses only the first party."),
  ],
  ["participatingParties/id", () => l10n.t("Id of the party, or its name.")],
  ["participatingParties/name", () => l10n.t("Name of the person.")],
  ["email", () => l10n.t("Where an email goes.")],
  ["phone", () => l10n.t("Phone number for an SMS, in international format.")],
  ["nationality", () => l10n.t("Nationality of the person.")],
  ["ssn", () => l10n.t("The service keeps a hash of this value.")],
  ["birthDate", () => l10n.t("The service keeps a hash of this value.")],
  ["participatingParties/languageCode", () => l10n.t("Language of the notification.")],
  ["dataTableValue", () => l10n.t("Data shown through placeholders.")],
  ["dataTableValues", () => l10n.t("Another spelling of dataTableValue. Use only one of the two spellings.")],
  ["externalMetaData", () => l10n.t("Sent with the form and to the webhook, but not shown.")],
  [
    "webhook",
    () =>
      l10n.t(
        "Absolute http or https address, which the service calls when the form is submitted. The Smartform keeps the address as a webhook named Integration, unless the Smartform already has a webhook with this address.",
      ),
  ],
  ["webhookForceRun", () => l10n.t("Re-enables a disabled webhook with this address.")],
  [
    "skipRuleEngine",
    () => l10n.t("True: the Smartform's rules do not change the data table when the form is created."),
  ],
  ["textLibraryFolder", () => l10n.t("Text Library folder for short references in this form.")],

  [
    "packageName",
    () =>
      l10n.t(
        "Name of the order. When the file is sent, a short mark is added to the name, so that the order can be found again if the answer is lost.",
      ),
  ],
  ["signing:language", () => l10n.t("Language of the order, by its code.")],
  ["emailNotificationSubject", () => l10n.t("Subject of the notification by email, up to 256 characters.")],
  ["emailNotificationMessage", () => l10n.t("Text of the notification by email, up to 8000 characters.")],
  ["signingNotificationTitle", () => l10n.t("Title of the signing notification, up to 256 characters.")],
  ["signingNotificationMessage", () => l10n.t("Text of the signing notification, up to 8000 characters.")],
  ["signatories", () => l10n.t("The people who are asked to sign.")],
  ["signatories/id", () => l10n.t("Id that you choose for the person: up to 64 letters, digits, - or _.")],
  ["emailAddress", () => l10n.t("Where the request to sign goes.")],
  ["firstName", () => l10n.t("Some signing providers require this name.")],
  ["lastName", () => l10n.t("Some signing providers require this name.")],
  ["personalNumber", () => l10n.t("For signing providers that check the personal number.")],
  ["signViaUrl", () => l10n.t("True: this person gets a link to sign immediately.")],
  ["signingSequence", () => l10n.t("Place in the fixed order of signing. Used together with useSignatureOrder.")],
  [
    "signUrl",
    () =>
      l10n.t(
        "Write an empty value, which the service fills in. The service refuses an order that leaves this property out.",
      ),
  ],
  ["signingOrderFiles", () => l10n.t("The PDFs to sign, 1 to 10.")],
  [
    "signingOrderFiles/name",
    () => l10n.t('Name of the file. If you leave it out and give { "file": … }, the name of that file is used.'),
  ],
  ["signing:fileContent", () => l10n.t('The PDF: { "file": "contract.pdf" }, or base64.')],
  [
    "useSignatureOrder",
    () => l10n.t("True: the signatories sign in a fixed order. Used together with signingSequence."),
  ],
  ["signNowViaUrl", () => l10n.t("True: everybody gets a link to sign immediately.")],
  ["completedWebhookUrl", () => l10n.t("The service calls this address with GET when the order is completed.")],
  ["cancelledWebhookUrl", () => l10n.t("The service calls this address with GET when the order is cancelled.")],
  ["distributeSignedDocumentToAllSignatories", () => l10n.t("True: everybody gets the signed documents.")],
  ["archiveFolderId", () => l10n.t("Archive folder that takes the signed documents.")],
  ["fromDate", () => l10n.t("Orders from this time on.")],
  ["toDate", () => l10n.t("Orders up to this time.")],
  [
    "fileStatus",
    () =>
      l10n.t(
        "Statuses by their numbers: 1 created, 5 in progress, 10 completed, 20 downloaded, 50 rejected, 70 cancelled, 99 error.",
      ),
  ],
  ["sortBy", () => l10n.t("Property by which the list is sorted.")],
  ["sortDesc", () => l10n.t("True: in descending order.")],

  [
    "fileName",
    () =>
      l10n.t(
        'Name of the file with its extension. If you leave the name out and give { "file": … }, the name of that file is used.',
      ),
  ],
  ["archive:fileContent", () => l10n.t('The file: { "file": "contract.pdf" }, or base64.')],
  [
    "folderId",
    () =>
      l10n.t(
        "Id of the archive folder. You can give its path instead. The API documents do not say which one is used if both are given.",
      ),
  ],
  [
    "folderPath",
    () =>
      l10n.t(
        "Path of the archive folder. You can give its id instead. The API documents do not say which one is used if both are given.",
      ),
  ],
  ...Array.from({ length: 10 }, (_, index): readonly [string, Meaning] => [
    `search${index + 1}`,
    () => l10n.t("Content of one of the company's own search columns."),
  ]),
  ["archive:type", () => l10n.t("0 ordinary, 1 Smartform, 2 digitally signed.")],
  ["archive:id", () => l10n.t("Id of a stored document: the file becomes its next version.")],
  ["callbackPayload", () => l10n.t("Text that goes to the archive callbacks that are enabled for the company.")],
  [
    "searchQuery",
    () =>
      l10n.t("Text to find anywhere in the file name, the Smartform's id, the form's id, or any searchable column."),
  ],
  [
    "createdFrom",
    () =>
      l10n.t(
        "Only documents from this time on. The API documents do not show how a time is written, so include the time zone.",
      ),
  ],
  [
    "createdTo",
    () =>
      l10n.t(
        "Only documents up to this time. The API documents do not show how a time is written, so include the time zone.",
      ),
  ],
  ["foldersIds", () => l10n.t("Ids of archive folders. The API documents do not say what an empty list finds.")],
  ["sourceFileVersionId", () => l10n.t("Id of the earlier version. All newer versions are removed.")],
  ["targetFileId", () => l10n.t("Id of the document that returns to the earlier version.")],

  ["MetaFile", () => l10n.t("The MetaFile that holds the document.")],
  ["Document", () => l10n.t("The document template in the MetaFile.")],
  [
    "DataAsBase64",
    () =>
      l10n.t(
        'Data for the document: { "file": "data.xml" }, or base64. JSON for the operations whose id ends in Json, else XML with the root element Data.',
      ),
  ],
  ["UserName", () => l10n.t("Name that is written to the audit log.")],
  ["SenderCallBackEndpoint", () => l10n.t("The service calls this address with GET when editing ends.")],
  ["SenderCallBackUserName", () => l10n.t("User name for the call to SenderCallBackEndpoint.")],
  [
    "SenderCallBackPassword",
    () =>
      l10n.t(
        'Password for the call to SenderCallBackEndpoint. Write { "secret": "name" } instead of the password. You are asked for the password once. It is kept in the secret storage, never in the file.',
      ),
  ],
  ["AttributeStoreKey", () => l10n.t("Key of metadata that is merged with the data.")],
  [
    "Source",
    () => l10n.t("Name of your system in the statistics. If you leave it out, the name of the MetaFile is used."),
  ],
  ["Attachments", () => l10n.t("Documents and files that are attached.")],
  ["Attachments/Type", () => l10n.t("MFL: a document of a MetaFile. PDF and AXML: a file.")],
  ["Attachments/MetaFile", () => l10n.t("The MetaFile of the attached document, for MFL.")],
  ["Attachments/Document", () => l10n.t("The attached document, for MFL.")],
  ["FileAsBase64", () => l10n.t('The attached file, for PDF and AXML: { "file": "annex.pdf" }, or base64.')],
  ["PageRanges", () => l10n.t("Pages of the attachment, by their numbers.")],
  ["Start", () => l10n.t("First page.")],
  ["End", () => l10n.t("Last page.")],
  ["Pdf2AxmlOptions", () => l10n.t("Options for turning a PDF into AXML.")],
  [
    "Duplex",
    () => l10n.t("One of the options for turning a PDF into AXML. The API documents say nothing more about it."),
  ],
  ["Dpi", () => l10n.t("Dots per inch. Default 150.")],
  ["ColorDepth", () => l10n.t("Black and white, or colour.")],
  ["Masks", () => l10n.t("Boxes, each with its place and its colour.")],
  ["X", () => l10n.t("X of the box. The API documents do not give its unit.")],
  ["Y", () => l10n.t("Y of the box. The API documents do not give its unit.")],
  ["CX", () => l10n.t("CX of the box. The API documents do not give its unit.")],
  ["CY", () => l10n.t("CY of the box. The API documents do not give its unit.")],
  ["R", () => l10n.t("Red component of the box's colour.")],
  ["G", () => l10n.t("Green component of the box's colour.")],
  ["B", () => l10n.t("Blue component of the box's colour.")],
  ["Attachments/Name", () => l10n.t("Name of the attachment.")],
  ["Order", () => l10n.t("Place in the list of attachments.")],
  ["B64Dxml", () => l10n.t('The DXML: { "file": "session.dxml" }, or base64.')],
  ["Top", () => l10n.t("The maximum number of hits.")],
  ["documents:Id", () => l10n.t("Exact id of the attachment.")],
  ["documents:Name", () => l10n.t("Part of the attachment's name.")],
  ["documents:Description", () => l10n.t("Part of the attachment's description.")],
  ["documents:Group", () => l10n.t("Part of the name of the attachment's group.")],
  ["metaFile", () => l10n.t("Name of the MetaFile.")],
  ["dxmlUID", () => l10n.t("Id of the session.")],

  ["WhereConditions", () => l10n.t("Conditions on the columns of the folder definition.")],
  ["Column", () => l10n.t("Name of the column in the folder definition, not its display name.")],
  ["Comparer", () => l10n.t("How the column is compared.")],
  ["Value", () => l10n.t("What the column is compared with.")],
  ["Chainer", () => l10n.t("How the condition is joined with the others. Needed if there is more than one condition.")],
  ["Sorters", () => l10n.t("Order of the rows.")],
  ["SortOrder", () => l10n.t("Ascending or descending.")],
  ["ResultColumns", () => l10n.t("Display names of the columns that are returned.")],
  ["flattenSearchResult", () => l10n.t("True: the service flattens the result.")],
  [
    "JobId",
    () => l10n.t("First part of the stored document's id. If it is larger than 9007199254740991, write it in quotes."),
  ],
  [
    "DocId",
    () => l10n.t("Second part of the stored document's id. If it is larger than 9007199254740991, write it in quotes."),
  ],
  ["UpdateColumns", () => l10n.t("New values by column name.")],

  ["distribution:Id", () => l10n.t("A value of your own, which follows the request through the distribution.")],
  [
    "ExternalCorrelationId",
    () =>
      l10n.t("GUID that prevents sending twice. Leave it out: a new GUID is created and kept when the file is sent."),
  ],
  [
    "viewer:FileAsBase64",
    () =>
      l10n.t(
        'The file: { "file": "letter.pdf" }, or base64. The format of an upload is not documented; this property name comes from other calls.',
      ),
  ],
  ["schema", () => l10n.t("Schema of the viewer archive.")],
  ["userId", () => l10n.t("Id of the user. It becomes part of the call's address.")],
  ["partitionKey", () => l10n.t("Partition key. It becomes part of the call's address.")],
  ["startUtcTime", () => l10n.t("Start of the period for which sessions are listed, in UTC.")],
  ["endUtcTime", () => l10n.t("End of the period for which sessions are listed, in UTC.")],
  ["path/id", () => l10n.t("Id of the document.")],
  ["op", () => l10n.t("What the patch does.")],
  ["body/path", () => l10n.t("Where the patch applies, as a JSON pointer: empty, or beginning with a /.")],
  ["from", () => l10n.t('For the operations "move" and "copy": the place that the patch takes the value from.')],
  ["value", () => l10n.t('The value, for the operations "add", "replace" and "test".')],

  ["dateFrom", () => l10n.t("First day. Whole days are searched.")],
  ["dateTo", () => l10n.t("Last day, which is searched in full.")],
  ["level", () => l10n.t("1 Information, 2 Warning, 3 Error.")],
  ["audit:source", () => l10n.t("Source of the event, by its number: 15 is custom.")],
  ["search", () => l10n.t("Searches only the event's name.")],
  ["skip", () => l10n.t('How many events you have already read. Ignored if "take" is left out or 0.')],
  [
    "take",
    () =>
      l10n.t(
        "How many events the answer holds. If this number is left out or 0, the answer holds all that match, and skip is ignored. The API documents give no maximum.",
      ),
  ],
  ["customerId", () => l10n.t("Id of the company.")],
  ["logName", () => l10n.t("Name of the event. A search looks only at this name.")],
  ["user", () => l10n.t("User of the event.")],
  ["environmentId", () => l10n.t("Environment of the event.")],
  ["eventId", () => l10n.t("Number or code, shown as Event ID.")],
  ["opCode", () => l10n.t("Shown as OpCode.")],
  ["category", () => l10n.t("Shown as Category.")],
  ["keywords", () => l10n.t("Shown as Keyword.")],
  ["computer", () => l10n.t("Shown as IP.")],
  ["gdpr", () => l10n.t("True: the event holds personal data.")],
  ["logDateUtc", () => l10n.t("When the event happened, in UTC. Stored, but neither shown nor returned.")],
  [
    "description",
    () =>
      l10n.t(
        "Facts about the event, as an object, which may be empty. The service does not store an event if this object is missing or contains a Company.",
      ),
  ],

  ["pageNumber", () => l10n.t("Number of the page, from 1.")],
  ["pageSize", () => l10n.t("Rows per page, 1 to 1000. Default 500.")],
  [
    "startDate",
    () =>
      l10n.t(
        "First moment that is included, in UTC. If you leave it out, the answer begins with the very first row and may be long; for Prometheus, the answer begins today at 00:00.",
      ),
  ],
  [
    "statistics:toDate",
    () => l10n.t("Last moment that is included, in UTC. If you leave it out, the answer goes up to now."),
  ],
]);

/** Returns the meaning of the longest known end of the path; undefined if the documents do not describe it. */
export function meaningOf(operation: string, path: readonly string[]): string | undefined {
  const [family = ""] = operation.split(".", 1);
  for (let from = 0; from < path.length; from++) {
    const end = path.slice(from).join("/");
    const meaning = meanings.get(`${family}:${end}`) ?? meanings.get(end);
    if (meaning !== undefined) return meaning();
  }
  return undefined;
}
