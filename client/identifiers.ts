/** Every id that package.json and the code share: commands, views, settings, context keys. A test compares the two. */

/** The editor of PDF files. */
export const pdfFileEditor = "smartform.pdfFile";

export const commands = {
  useSandbox: "smartform.connection.useSandbox",
  signIn: "smartform.connection.signIn",
  signInAudit: "smartform.connection.signInAudit",
  addServices: "smartform.connection.addServices",
  testConnection: "smartform.connection.test",
  replaceSecret: "smartform.connection.replaceSecret",
  switchConnection: "smartform.connection.switch",
  signOut: "smartform.connection.signOut",
  removeConnection: "smartform.connection.remove",
  chooseEnvironment: "smartform.connection.chooseEnvironment",
  showOutbox: "smartform.connection.showOutbox",
  showLog: "smartform.showLog",
  reportProblem: "smartform.reportProblem",
  restartServer: "smartform.restartServer",
  gettingStarted: "smartform.gettingStarted",
  practise: "smartform.gettingStarted.practise",

  refreshLibrary: "smartform.textLibrary.refresh",
  checkLibrary: "smartform.textLibrary.check",
  clearLibraryFindings: "smartform.textLibrary.clearFindings",
  openText: "smartform.textLibrary.open",
  newFolder: "smartform.textLibrary.newFolder",
  newSubfolder: "smartform.textLibrary.newSubfolder",
  renameFolder: "smartform.textLibrary.renameFolder",
  setFolderCode: "smartform.textLibrary.setFolderCode",
  deleteFolder: "smartform.textLibrary.deleteFolder",
  newText: "smartform.textLibrary.newText",
  renameText: "smartform.textLibrary.renameText",
  changeDefaultLanguage: "smartform.textLibrary.changeDefaultLanguage",
  addLanguage: "smartform.textLibrary.addLanguage",
  openLanguages: "smartform.textLibrary.openLanguages",
  moveText: "smartform.textLibrary.moveText",
  deleteText: "smartform.textLibrary.deleteText",
  restoreText: "smartform.textLibrary.restoreText",
  copyReference: "smartform.textLibrary.copyReference",
  duplicateText: "smartform.textLibrary.duplicate",
  revealText: "smartform.textLibrary.reveal",
  searchLibrary: "smartform.textLibrary.search",
  filterLibrary: "smartform.textLibrary.filter",
  clearLibraryFilter: "smartform.textLibrary.clearFilter",
  sortLibrary: "smartform.textLibrary.sort",
  groupLibrary: "smartform.textLibrary.group",
  ungroupLibrary: "smartform.textLibrary.ungroup",
  addFavourite: "smartform.textLibrary.addFavourite",
  removeFavourite: "smartform.textLibrary.removeFavourite",
  reviewPlans: "smartform.textLibrary.reviewPlans",
  changeTexts: "smartform.textLibrary.changeSeveral",
  replaceInTexts: "smartform.textLibrary.replace",
  refreshLanguages: "smartform.languages.refresh",
  workThroughTranslations: "smartform.languages.workThrough",
  nextTranslation: "smartform.languages.next",
  previousTranslation: "smartform.languages.previous",
  endTranslations: "smartform.languages.end",
  openTranslation: "smartform.languages.open",
  showChangesSince: "smartform.languages.showChangesSince",
  newLanguageForFolder: "smartform.languages.newForFolder",
  showHistory: "smartform.history.show",
  pinHistory: "smartform.history.pin",
  unpinHistory: "smartform.history.unpin",
  compareVersionWithCurrent: "smartform.history.compareWithCurrent",
  compareVersionWithBefore: "smartform.history.compareWithBefore",
  compareVersions: "smartform.history.compareSelected",
  openVersion: "smartform.history.open",
  restoreVersion: "smartform.history.restore",
  copyVersion: "smartform.history.copy",
  toggleBlame: "smartform.history.toggleLines",
  reviewSaves: "smartform.textLibrary.reviewSaves",
  resolveConflict: "smartform.textLibrary.resolveConflict",
  completeMerge: "smartform.textLibrary.completeMerge",
  saveText: "smartform.textLibrary.save",
  showFailedSaves: "smartform.textLibrary.showFailedSaves",
  /** Run by the lenses of a notice above a library text. Without arguments, asks what to do about the active text. */
  decideNotice: "smartform.textLibrary.decideNotice",
  /** Run by the lens above a library text. The same id is in `server/protocol.ts`. */
  showUses: "smartform.textLibrary.showUses",
  /** Run by code actions of the language server. The same id is in `server/protocol.ts`. */
  carryOut: "smartform.textLibrary.carryOut",

  fixAllInWorkspace: "smartform.fixAllInWorkspace",

  createForm: "smartform.forms.create",
  createFormAndShowPdf: "smartform.forms.createAndShowPdf",
  showPdf: "smartform.forms.showPdf",
  openFormPage: "smartform.forms.openPage",
  openForm: "smartform.forms.openById",
  showBarePdf: "smartform.forms.showBarePdf",
  showPreview: "smartform.preview.show",
  showPrintingText: "smartform.pdf.showText",
  showInPdf: "smartform.pdf.showPlace",
  comparePdfs: "smartform.pdf.compare",
  newRequestFile: "smartform.forms.newRequestFile",
  refreshTestForms: "smartform.testForms.refresh",
  readTestForm: "smartform.testForms.read",
  compareTestForm: "smartform.testForms.compare",
  exportTestForm: "smartform.testForms.export",
  deleteTestForms: "smartform.testForms.delete",
  showFormValue: "smartform.testForms.showValue",
  saveFormFile: "smartform.testForms.saveFile",
  copyFormId: "smartform.testForms.copyId",
  copyFormMarker: "smartform.testForms.copyMarker",
  forgetTestForm: "smartform.testForms.forget",
  findTestForm: "smartform.testForms.find",
  listenForWebhooks: "smartform.webhooks.listen",
  showWebhooks: "smartform.webhooks.show",
  stopWebhooks: "smartform.webhooks.stop",
  /** For the request files of all calls except those that create forms. */
  sendRequest: "smartform.requests.send",
  newRequest: "smartform.requests.new",
  forgetPasswords: "smartform.requests.forgetPasswords",
  showContract: "smartform.showDataContract",
  refreshSmartforms: "smartform.smartforms.refresh",
  showStatistics: "smartform.statistics.show",
  showUsage: "smartform.statistics.showUsage",
  showSmartformDetails: "smartform.smartforms.showDetails",
  copySmartformId: "smartform.smartforms.copyId",
  showDefinition: "smartform.smartforms.showDefinition",
  narrowSmartformDetails: "smartform.smartforms.narrowDetails",
  chooseSmartformsEnvironment: "smartform.smartforms.chooseEnvironment",

  searchArchive: "smartform.archive.search",
  newInArchive: "smartform.archive.showNew",
  narrowArchive: "smartform.archive.narrow",
  refreshArchive: "smartform.archive.refresh",
  moreOfArchive: "smartform.archive.more",
  chooseArchiveEnvironment: "smartform.archive.chooseEnvironment",
  openArchived: "smartform.archive.open",
  downloadArchived: "smartform.archive.download",
  compareArchived: "smartform.archive.compare",
  compareArchivedPages: "smartform.archive.comparePages",
  compareWithPrevious: "smartform.archive.compareWithPrevious",
  storeNewInArchive: "smartform.archive.storeNew",
  storeVersionInArchive: "smartform.archive.storeVersion",
  rollBackArchived: "smartform.archive.rollBack",
  deleteArchived: "smartform.archive.delete",
  showArchiveCopies: "smartform.archive.showCopies",
  openArchivedById: "smartform.archive.openById",
  downloadArchivedById: "smartform.archive.downloadById",
  deleteArchivedById: "smartform.archive.deleteById",
  copyArchivedId: "smartform.archive.copyId",
  copyArchiveFolderId: "smartform.archive.copyFolderId",

  showAudit: "smartform.audit.show",
  writeAuditEvent: "smartform.audit.write",
  openAuditEvent: "smartform.audit.openById",
  showJourney: "smartform.journey.show",

  startOrder: "smartform.signing.start",
  refreshOrders: "smartform.signing.refresh",
  filterOrders: "smartform.signing.filter",
  openOrder: "smartform.signing.open",
  loadOlderOrders: "smartform.signing.loadOlder",
  followOrder: "smartform.signing.follow",
  unfollowOrder: "smartform.signing.unfollow",
  remindSignatories: "smartform.signing.remind",
  cancelOrder: "smartform.signing.cancel",
  deleteOrder: "smartform.signing.delete",
  downloadSigned: "smartform.signing.downloadSigned",
  downloadFromProvider: "smartform.signing.downloadFromProvider",
  downloadProof: "smartform.signing.downloadProof",
  downloadProofs: "smartform.signing.downloadProofs",
  copyOrderId: "smartform.signing.copyId",
  copySignAddress: "smartform.signing.copySignAddress",
  showOrderJson: "smartform.signing.showJson",
  findLostOrder: "smartform.signing.findLost",
  forgetLostOrder: "smartform.signing.forgetLost",
  showSigningSetup: "smartform.signing.showSetup",

  chooseDocumentsEnvironment: "smartform.documents.chooseEnvironment",
  refreshDocuments: "smartform.documents.refresh",
  addMetaFile: "smartform.documents.addMetaFile",
  removeMetaFile: "smartform.documents.removeMetaFile",
  startSession: "smartform.documents.startSession",
  findSessions: "smartform.documents.findSessions",
  openSessionEditor: "smartform.documents.openEditor",
  showSessionStatus: "smartform.documents.showStatus",
  showSessionOutput: "smartform.documents.showOutput",
  retainSession: "smartform.documents.changeRetention",
  discardSession: "smartform.documents.discard",
  deleteSession: "smartform.documents.deleteDxml",
  copySessionId: "smartform.documents.copyId",
  forgetSession: "smartform.documents.removeSession",
  openSession: "smartform.documents.openSession",
  openEditorByAddress: "smartform.documents.openEditorByAddress",
  makeOutput: "smartform.documents.makeOutput",
  showMetaFileText: "smartform.documents.showText",
  copyMetaFileText: "smartform.documents.copyText",
  findAttachments: "smartform.documents.findAttachments",
  showDocumentEngine: "smartform.documents.showEngine",
  searchStore: "smartform.store.search",
  openStored: "smartform.store.openById",
  changeStored: "smartform.store.changeById",
  deleteStored: "smartform.store.deleteById",
  searchViewer: "smartform.viewer.search",
  distribute: "smartform.distribution.send",
  showDistributions: "smartform.distribution.show",
  setNotificationReady: "smartform.distribution.setNotificationReady",
} as const;

export const views = {
  textLibrary: "smartform.textLibrary",
  languages: "smartform.languages",
  history: "smartform.history",
  smartforms: "smartform.smartforms",
  testForms: "smartform.testForms",
  archive: "smartform.archive",
  signing: "smartform.signing",
  documents: "smartform.documents",
  audit: "smartform.audit",
  statistics: "smartform.statistics",
} as const;

export const settings = {
  /** Names, addresses and client ids of the services that the user has signed in to; user scope only. */
  connections: "smartform.connections",
  /** Seconds to wait for an answer before a call is cancelled. */
  timeout: "smartform.timeout",
  /** Limit on the versions of texts that this computer keeps, in MB. */
  historySize: "smartform.history.megabytes",
  /** How many days the last versions of a deleted text are kept, even when space is short. */
  historyDays: "smartform.history.deletedDays",
  /** Whether VS Code and other extensions may save library texts, too; user scope only. */
  automaticSaves: "smartform.automaticSaves",
  trace: "smartform.trace.server",
  /** Kinds of inlay hints; read by the language server. */
  textHints: "smartform.inlayHints.texts",
  languageHints: "smartform.inlayHints.languages",
  dataHints: "smartform.inlayHints.data",
  defaultHints: "smartform.inlayHints.defaults",
  /** Whether findings of closed files are shown; read by the language server. */
  workspaceFindings: "smartform.workspaceFindings",
} as const;

/** Context keys for `when` clauses. They only hide commands; forbidden actions are refused in code. */
export const contexts = {
  /** `none`, `sandbox` or `service`. */
  connection: "smartform.connection",
  /**
   * True once the walkthrough has been opened here. VS Code never ticks a step whose condition was already true when
   * the walkthrough was loaded. So package.json lists each condition several times: alone, and joined with a key that
   * changes later (this key or `activeEditor`).
   */
  gettingStarted: "smartform.gettingStarted",
  /** One key for each step: true once the author has repaired a mistake, saved a text or seen a PDF in this window. */
  repaired: "smartform.repaired",
  saved: "smartform.saved",
  pdfSeen: "smartform.pdfSeen",
  /**
   * Services that the connection has an address for, in one string: `forms audit statistics signing archive documents`.
   * A `when` clause can search a string for a word, but not a list.
   */
  services: "smartform.services",
  /** `loading`, `ready`, `empty`, `offline`, `signedOut`, or `noForms` if the connection has no address for forms. */
  library: "smartform.library",
  /**
   * State of the Languages view: `loading`, `ready`, `empty`, `offline`, `signedOut`, `noForms`, or `ended` if the
   * author cancelled the reading of the contents.
   */
  languages: "smartform.languages",
  /** True while a worklist of translations is open. */
  worklist: "smartform.worklist",
  /** State of the text in the editor: `none` (there is no text), `empty` (no version is kept) or `ready`. */
  history: "smartform.history",
  historyPinned: "smartform.historyPinned",
  /** `ready`, `empty` or `offline`. */
  smartforms: "smartform.smartforms",
  /** `ask` (nothing was searched for), `noEnvironment`, `loading`, `ready`, `empty` or `offline`. */
  archive: "smartform.archive",
  /** `loading`, `ready`, `empty`, `offline`, or `noAddress` if the connection has no address for digital signing. */
  signing: "smartform.signing",
  /** State of the document editor: `ready`, `unset` (no environment is chosen), `off` or `offline`. */
  documents: "smartform.documents",
  /** True while the extension listens for webhooks. */
  webhooks: "smartform.webhooks",
  /** True while the active editor shows a library text, whatever has the focus. */
  textInFront: "smartform.textInFront",
  /** The open texts whose save waits for a decision. */
  conflicts: "smartform.conflicts",
  /**
   * Whether the Text Library shows only what matches a filter, and whether it groups texts by the beginnings of their
   * codes.
   */
  filtered: "smartform.textLibrary.filtered",
  grouped: "smartform.textLibrary.grouped",
} as const;

export const languages = { text: "smartform-text", html: "smartform-html" } as const;

/** Scheme of the sides of a comparison, which are read-only and gone when the window closes. */
export const sideScheme = "smartform-side";

/** Scheme of a Text Library text that is open in an editor. The authority is the name of the connection. */
export const textScheme = "textlib";

/** Scheme of the sides and the result of a merge, which are gone when the window closes. */
export const mergeScheme = "smartform-merge";

export const walkthrough = "smartform.smartform#smartform.gettingStarted";
