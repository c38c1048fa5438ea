/** Ids of the demo company in the ready line. They are the same in every sandbox, so that sample files can use them. */
export interface DemoIds {
  readonly smartforms: Readonly<
    Record<
      "singleStep" | "multiStep" | "phoneParties" | "testOnly" | "undeployed" | "rules" | "attachments" | "inactive",
      string
    >
  >;
  readonly legacyFormIds: readonly string[];
  /** A form made from the inactive Smartform. */
  readonly inactiveFormId: string;
  readonly privateFolderCode: string;
  readonly privateTextId: string;
  readonly archiveFolderId: string;
  readonly documentsEnvironment: string;
  readonly metaFile: string;
  readonly document: string;
  readonly documentNotProduced: string;
  readonly documentLogicMissing: string;
  readonly documentWithoutHtml: string;
  readonly storeFolder: string;
  readonly storeColumn: string;
}

export const demoIds: DemoIds = {
  smartforms: {
    singleStep: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1001",
    multiStep: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1002",
    phoneParties: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1003",
    testOnly: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1004",
    undeployed: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1005",
    rules: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1006",
    attachments: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1007",
    inactive: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1008",
  },
  legacyFormIds: ["9c7e2b10-3f64-4b8e-8d21-6a0f5e3c2001", "9c7e2b10-3f64-4b8e-8d21-6a0f5e3c2002"],
  inactiveFormId: "9c7e2b10-3f64-4b8e-8d21-6a0f5e3c2003",
  privateFolderCode: "drafts-karin",
  privateTextId: "2b6d8f3a-51c9-4e07-b1f4-7e9a0c4d3001",
  archiveFolderId: "7d3c9e5b-08a2-4f61-9c37-1b5e8a6f4001",
  documentsEnvironment: "Test",
  metaFile: "ClaimLetters",
  document: "Decision",
  documentNotProduced: "DecisionWithoutData",
  documentLogicMissing: "DecisionWithoutLogic",
  documentWithoutHtml: "DecisionWithoutHtml",
  storeFolder: "Claims",
  storeColumn: "ClaimNumber",
};
