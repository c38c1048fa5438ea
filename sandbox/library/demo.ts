/**
 * The Text Library of the demo company, a small mutual insurer. Most texts are correct. The others have the mistakes of
 * real libraries, so that checks have something to show; their descriptions begin with "Finding:".
 */
import { catalogFile } from "../../api/index.ts";
import { demoIds } from "../demo/ids.ts";

const plain = 0;
const rich = 1;
const html = 2;

const folders = [
  { id: "folder-common", name: "Common", isDefault: true, code: "common" },
  { id: "folder-salutations", name: "Salutations", parentFolderId: "folder-common", code: "common-salutations" },
  { id: "folder-footers", name: "Footers", parentFolderId: "folder-common", code: "common-footers" },
  { id: "folder-claims", name: "Claims", code: "claims" },
  { id: "folder-decisions", name: "Decisions", parentFolderId: "folder-claims", code: "claims-decisions" },
  { id: "folder-questions", name: "Questions", parentFolderId: "folder-claims", code: "claims-questions" },
  { id: "folder-policies", name: "Policies", code: "policies" },
  { id: "folder-terms", name: "Terms", parentFolderId: "folder-policies", code: "policies-terms" },
  { id: "folder-old", name: "Old letters" },
];

const texts = [
  text("common-salutations", "greeting", plain, "Greeting", "Opens every letter.", {
    en: "Dear [[ customer.name ]],",
    sv: "Hej [[ customer.name ]],",
    de: "Guten Tag [[ customer.name ]],",
  }),
  text("common-salutations", "closing", plain, "Closing", "Ends every letter; names the case worker.", {
    en: "Kind regards\n[[ caseWorker.name ]]\nStrandby Mutual",
    sv: "Vänliga hälsningar\n[[ caseWorker.name ]]\nStrandby Mutual",
    de: "Mit freundlichen Grüßen\n[[ caseWorker.name ]]\nStrandby Mutual",
  }),
  text(
    "common-footers",
    "contact",
    html,
    "Contact box",
    "How to reach us.",
    {
      en:
        "<p><strong>Questions?</strong> Call us on 010 123 45 67, weekdays 8–17, and quote case [[ case.number " +
        "]].</p>",
      sv:
        "<p><strong>Frågor?</strong> Ring oss på 010 123 45 67, vardagar 8–17, och uppge ärende [[ case.number " +
        "]].</p>",
      de:
        "<p><strong>Fragen?</strong> Rufen Sie uns werktags von 8 bis 17 Uhr an: 010 123 45 67, Vorgang [[ " +
        "case.number ]].</p>",
    },
    { isPublic: true },
  ),
  text(
    "common-footers",
    "privacy",
    rich,
    "Personal data",
    "How personal data is handled.",
    {
      en:
        "<p>We handle your personal data only to settle your case. Read more at " +
        "<em>strandby.example/privacy</em>.</p>",
      sv:
        "<p>Vi behandlar dina personuppgifter bara för att avgöra ditt ärende. Läs mer på " +
        "<em>strandby.example/privacy</em>.</p>",
      de: {
        content:
          "<p>Wir verarbeiten Ihre personenbezogenen Daten nur zur Bearbeitung Ihres Falles. Mehr unter <em>strandby.example/privacy</em>.</p>",
        source: 1,
      },
    },
    { isPublic: true },
  ),
  text("common-footers", "letter-end", html, "End of a letter", "Includes the closing and the contact box.", {
    en: "<p>[[ LIB : common-salutations : closing ]]</p>[[ LIB : common-footers : contact ]]",
    sv: "<p>[[ LIB : common-salutations : closing ]]</p>[[ LIB : common-footers : contact ]]",
    de: "<p>[[ LIB : common-salutations : closing ]]</p>[[ LIB : common-footers : contact ]]",
  }),

  text(
    "claims-decisions",
    "approved",
    html,
    "Claim approved",
    "The letter that everybody hopes for.",
    {
      en:
        "<h2>Your claim is approved</h2><p>We pay you <strong>[[ claim.amount ]]</strong> for the damage of [[ " +
        "claim.date ]]. The money is in your account within [[ INPUT : payment-days | default=5 ]] working days.</p>",
      sv:
        "<h2>Din skada ersätts</h2><p>Vi betalar <strong>[[ claim.amount ]]</strong> för skadan den [[ claim.date " +
        "]]. Pengarna finns på ditt konto inom [[ INPUT : payment-days | default=5 ]] arbetsdagar.</p>",
      de:
        "<h2>Ihr Schaden wird ersetzt</h2><p>Wir zahlen Ihnen <strong>[[ claim.amount ]]</strong> für den Schaden " +
        "vom [[ claim.date ]]. Das Geld ist innerhalb von [[ INPUT : payment-days | default=5 ]] Werktagen auf Ihrem " +
        "Konto.</p>",
    },
    { isPublic: true },
  ),
  text("claims-decisions", "rejected", html, "Claim rejected", "Gives the reason and the way to complain.", {
    en:
      "<h2>We cannot pay for your claim</h2><p>Reason: [[ INPUT : reason | type=select | source=reasons ]].</p><p>[[ " +
      "LIB : policies-terms : complaint ]]</p>",
    sv:
      "<h2>Vi kan inte ersätta din skada</h2><p>Skäl: [[ INPUT : reason | type=select | source=reasons ]].</p><p>[[ " +
      "LIB : policies-terms : complaint ]]</p>",
    de:
      "<h2>Wir können Ihren Schaden nicht ersetzen</h2><p>Grund: [[ INPUT : reason | type=select | source=reasons " +
      "]].</p><p>[[ LIB : policies-terms : complaint ]]</p>",
  }),
  text("claims-decisions", "partly", rich, "Claim partly paid", "Finding: the German text misspells the amount.", {
    en: "<p>We pay [[ claim.amount ]], less your excess of [[ policy.excess ]].</p>",
    sv: "<p>Vi betalar [[ claim.amount ]], minus din självrisk på [[ policy.excess ]].</p>",
    de: "<p>Wir zahlen [[ claim.ammount ]] abzüglich Ihrer Selbstbeteiligung von [[ policy.excess ]].</p>",
  }),
  text("claims-questions", "missing-receipt", plain, "Receipt missing", "Asks for a receipt.", {
    en: "Please send us the receipt by [[ INPUT : deadline | type=date | default=$claim.deadline ]].",
    sv: "Skicka kvittot till oss senast den [[ INPUT : deadline | type=date | default=$claim.deadline ]].",
    de: "Bitte senden Sie uns den Beleg bis zum [[ INPUT : deadline | type=date | default=$claim.deadline ]].",
  }),
  text(
    "claims-questions",
    "photo",
    plain,
    "Photos wanted",
    "Finding: a placeholder without its spaces, which the form on screen does not fill in.",
    {
      en: "Please take photos of the damage and mark them with [[claim.number]].",
      sv: "Fotografera skadan och märk bilderna med [[claim.number]].",
      de: "Bitte fotografieren Sie den Schaden und beschriften Sie die Bilder mit [[ claim.number ]].",
    },
  ),
  text("claims-questions", "witness", plain, "Witness", "Finding: refers to a text that is not there.", {
    en: "Was anybody else present? [[ LIB : claims-questions : witnesses ]]",
    sv: "Var någon annan på plats? [[ LIB : claims-questions : witnesses ]]",
  }),
  text("claims", "intro", plain, "Introduction", "Included by several letters, mostly in the short form.", {
    en: "We write to you about claim [[ claim.number ]].",
    sv: "Vi skriver till dig om skada [[ claim.number ]].",
    de: "Wir schreiben Ihnen zum Schadenfall [[ claim.number ]].",
  }),
  text("claims", "letter", html, "Whole claim letter", "Puts the pieces together.", {
    en:
      "<p>[[ LIB : common-salutations : greeting ]]</p><p>[[ LIB : claims : intro ]]</p>[[ LIB : common-footers : " +
      "letter-end ]]",
    sv:
      "<p>[[ LIB : common-salutations : greeting ]]</p><p>[[ LIB : claims : intro ]]</p>[[ LIB : common-footers : " +
      "letter-end ]]",
    de:
      "<p>[[ LIB : common-salutations : greeting ]]</p><p>[[ LIB : claims : intro ]]</p>[[ LIB : common-footers : " +
      "letter-end ]]",
  }),

  text(
    "policies",
    "welcome",
    html,
    "Welcome",
    "Goes out with a new policy.",
    {
      en: "<h2>Welcome to Strandby</h2><p>Your policy [[ policy.number ]] is in force from [[ policy.start ]].</p>",
      sv: "<h2>Välkommen till Strandby</h2><p>Din försäkring [[ policy.number ]] gäller från [[ policy.start ]].</p>",
      de: "<h2>Willkommen bei Strandby</h2><p>Ihre Police [[ policy.number ]] gilt ab [[ policy.start ]].</p>",
    },
    { isPublic: true },
  ),
  text("policies", "intro", plain, "Introduction", "The same code as in Claims: a short reference needs its folder.", {
    en: "We write to you about policy [[ policy.number ]].",
    sv: "Vi skriver till dig om försäkring [[ policy.number ]].",
    de: "Wir schreiben Ihnen zur Police [[ policy.number ]].",
  }),
  text("policies-terms", "complaint", plain, "How to complain", "Deadline and address for complaints.", {
    en:
      "You can ask us to look at the decision again within three months. [[ LIB : policies-terms : complaint-address " +
      "]]",
    sv: "Du kan begära att vi prövar beslutet igen inom tre månader. [[ LIB : policies-terms : complaint-address ]]",
    de:
      "Sie können uns innerhalb von drei Monaten um eine erneute Prüfung bitten. [[ LIB : policies-terms : " +
      "complaint-address ]]",
  }),
  text("policies-terms", "complaint-address", plain, "Address for complaints", "Finding: German is missing.", {
    en: "Write to Strandby Mutual, Complaints, Box 12, 291 21 Strandby.",
    sv: "Skriv till Strandby Mutual, Klagomål, Box 12, 291 21 Strandby.",
  }),
  text("policies-terms", "cancel", plain, "Cancelling", "Finding: one half of a cycle.", {
    en: "You may cancel at any time. [[ LIB : policies-terms : refund ]]",
    sv: "Du kan säga upp när som helst. [[ LIB : policies-terms : refund ]]",
    de: "Sie können jederzeit kündigen. [[ LIB : policies-terms : refund ]]",
  }),
  text("policies-terms", "refund", plain, "Refund", "Finding: the other half of the cycle.", {
    en: "We pay back what is left of the premium. [[ LIB : policies-terms : cancel ]]",
    sv: "Vi betalar tillbaka resten av premien. [[ LIB : policies-terms : cancel ]]",
    de: "Wir erstatten den Rest der Prämie. [[ LIB : policies-terms : cancel ]]",
  }),
  text("Old letters", "renewal", plain, "Renewal", "Finding: named by folder name, since the folder has no code.", {
    en: "Your policy renews on [[ policy.renewal ]].",
    sv: "Din försäkring förnyas den [[ policy.renewal ]].",
    de: "Ihre Police verlängert sich am [[ policy.renewal ]].",
  }),
  text(
    "policies",
    "reminder",
    plain,
    "Reminder",
    "Finding: a folder by its name, and a folder whose code differs in letter case.",
    {
      en: "[[ LIB : Old letters : renewal ]] [[ LIB : Common-Salutations : closing ]]",
      sv: "[[ LIB : Old letters : renewal ]] [[ LIB : common-salutations : closing ]]",
      de: "[[ LIB : Old letters : renewal ]] [[ LIB : common-salutations : closing ]]",
    },
  ),
];

export const demoLibrary = catalogFile.parse({ folders, texts });

/** The library of the other company: a municipality that shares some codes and names with the demo company. */
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
});

/** Karin's own drafts, never visible to a client. */
export const privateContent = {
  folder: { id: "folder-private", name: "Karin's drafts", code: demoIds.privateFolderCode },
  text: {
    id: demoIds.privateTextId,
    code: "draft-apology",
    name: "Apology",
    content: "We are sorry that it took so long.",
  },
};

function text(
  folder: string,
  code: string,
  contentType: number,
  name: string,
  description: string,
  contents: Readonly<Record<string, string | { readonly content: string; readonly source: 0 | 1 }>>,
  { isPublic = false } = {},
) {
  const folderId = folders.find((candidate) => (candidate.code ?? candidate.name) === folder)?.id;
  const translations = Object.entries(contents).map(
    ([language, content]) => [language, typeof content === "string" ? { content, source: 0 } : content] as const,
  );
  return {
    id: `text-${(folderId ?? "").slice("folder-".length)}-${code}`,
    folderId,
    code,
    name,
    description,
    contentType,
    isPublic,
    defaultLanguage: "en",
    translations: Object.fromEntries(translations),
  };
}
