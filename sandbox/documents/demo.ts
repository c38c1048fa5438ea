/** The MetaFiles of the demo company: letters about claims, with one document for each way in which a call can end. */
import { demoIds } from "../demo/ids.ts";
import type { MetaFile, Template } from "./metaFiles.ts";

const letter = `<h1>Decision on claim [[ Claim.Number ]]</h1><p>Dear [[ Customer.Name ]],</p><p>we have decided on your claim of [[ Claim.Date ]]: [[ Claim.Decision ]].
You receive [[ Claim.Amount ]].</p><p>Yours sincerely,<br>[[ CaseWorker.Name ]]<br>Strandby Mutual</p>`;

function template(name: string, more: Partial<Template> = {}): Template {
  return { name, title: "Decision on a claim", html: letter, hasHtml: true, isOnline: false, ...more };
}

const { html: _, ...withoutLogic } = template(demoIds.documentLogicMissing);

export const demoMetaFiles: readonly { readonly name: string; readonly content: MetaFile }[] = [
  {
    name: demoIds.metaFile,
    content: {
      documents: [
        template(demoIds.document, { isOnline: true }),
        template(demoIds.documentNotProduced, { producesNothing: true }),
        withoutLogic,
        template(demoIds.documentWithoutHtml, { hasHtml: false }),
        template("Terms", {
          title: "Terms of claims",
          html: "<h1>Terms of claims</h1><p>A decision can be appealed against within three weeks.</p>",
          isOnline: true,
        }),
      ],
      texts: [
        {
          Id: "mf-text-1",
          Name: "Greeting",
          Text: "Dear [[ Customer.Name ]],",
          Description: "How every letter begins",
          FolderPath: "Common/Salutations",
          Keywords: ["greeting", "customer"],
        },
        {
          Id: "mf-text-2",
          Name: "Approval",
          Text: "We have approved your claim.",
          Description: "For a claim that is paid in full",
          FolderPath: "Claims/Decisions",
          Keywords: ["approved", "decision"],
        },
        {
          Id: "mf-text-3",
          Name: "Rejection",
          Text: "We cannot approve your claim.",
          Description: "For a claim that is not paid",
          FolderPath: "Claims/Decisions",
          Keywords: ["rejected", "decision"],
        },
        {
          Id: "mf-text-4",
          Name: "Ending",
          Text: "Yours sincerely",
          Description: "",
          FolderPath: "Common",
          Keywords: [],
        },
      ],
      attachments: [
        {
          Id: "att-terms",
          Name: "Terms of claims",
          Group: "Claims",
          Description: "Appeal and time limits",
          MetaLogic: "Always",
          DocumentName: "Terms",
          SaveTime: "2026-01-12T08:30:00Z",
          UserID: "karin",
        },
        {
          Id: "att-map",
          Name: "Map of offices",
          Group: "Offices",
          Description: "Where to find us",
          MetaLogic: "OnRequest",
          DocumentName: "Terms",
          SaveTime: "2026-02-03T10:00:00Z",
          UserID: "oskar",
        },
        {
          Id: "att-appeal",
          Name: "How to appeal",
          Group: "Claims",
          Description: "Form and address",
          MetaLogic: "OnRejection",
          DocumentName: "Terms",
          SaveTime: "2026-02-20T14:45:00Z",
          UserID: "karin",
        },
      ],
      attributeStore: { "claim-17": { "Claim.Channel": "web", "Claim.Amount": "100 EUR" } },
    },
  },
  {
    name: "PolicyLetters",
    content: {
      documents: [
        template("Renewal", {
          title: "Renewal of a policy",
          html: "<h1>Renewal</h1><p>Policy [[ Policy.Number ]] of [[ Customer.Name ]] is renewed.</p>",
        }),
      ],
      texts: [],
      attachments: [],
    },
  },
];

/** The other company has one MetaFile, with the same name as a MetaFile of the demo company. */
export const otherMetaFiles: typeof demoMetaFiles = [
  {
    name: demoIds.metaFile,
    content: {
      documents: [template(demoIds.document, { html: "<h1>The municipality decides</h1>" })],
      texts: [],
      attachments: [],
    },
  },
];
