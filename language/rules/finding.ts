/**
 * Defines what a rule is, and what it finds. A rule is a file of findings/: its name is the code, which is also the
 * anchor of its section in docs/findings.md.
 */
import type { Answer } from "../answer.ts";
import type { Field, Smartform, Text, Translation } from "../catalog.ts";
import type { Context } from "../context.ts";
import type { Needs } from "../needs.ts";
import type { Range, TextEdit } from "../range.ts";
import type { JsonNode, JsonObjectNode } from "../requests/json.ts";
import type { OperationRequest } from "../requests/operationRequest.ts";
import type { RequestFile, Shape } from "../requests/operations.ts";
import type { FlatValue, Request, ValueCollision } from "../requests/request.ts";
import type { LibraryResolution } from "../resolve.ts";
import type { LibraryReference, Placeholder, Syntax } from "../syntax.ts";
import type { Effort } from "../words/spelling.ts";

export type Severity = "error" | "warning" | "info" | "hint";

export interface Finding extends Range {
  readonly code: string;
  readonly severity: Severity;
  /** Plain text, whole sentences: what is wrong, with what, and what to do. */
  readonly message: string;
  /**
   * Other places that explain the finding, such as the texts of an include chain, or the first input of the same name.
   */
  readonly related?: readonly Related[];
  /** Set on the finding that stands for all further findings of its code. They may be new, so no baseline hides it. */
  readonly moreFollow?: true;
  /** Data that only the rule's own `fixes` read. It is JSON, so that it can be sent to the client and back. */
  readonly data?: unknown;
}

export interface Related extends Range {
  /** null if the place is in the text of the finding itself. */
  readonly textId: string | null;
  readonly language: string | null;
  readonly message: string;
}

export interface Fix {
  /** An imperative that names the result: `Use the code "hr"`. */
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The one fix that is right in all likelihood; at most one per finding, and the only kind that "fix all" applies. */
  readonly preferred: boolean;
}

/** `severity` is present only if the finding has the rule's milder severity. */
export type Found = Omit<Finding, "code" | "severity"> & Partial<Pick<Finding, "severity">>;

/** Receives what a rule finds. Rules need not call it in order of position. */
export type Report = (found: Found) => void;

/** What a rule can use. */
export interface Scope {
  readonly syntax: Syntax;
  readonly context: Context;
  /** Returns what the reference finds in the catalog; looked up once per placeholder, however many rules need it. */
  lookup(reference: LibraryReference): LibraryResolution;
  /** Shared by all guesses of one check. */
  readonly effort: Effort;
}

/**
 * The evidence that findings rest on besides the checked text; if they rest on several kinds, the widest of them. If
 * the evidence is not known, a text without findings may still be wrong. `values` are those of a create-form request
 * that serves as the data sample.
 */
export type Evidence = "text" | "data" | "values" | "library";

interface About {
  readonly code: string;
  readonly severity: Severity;
  /**
   * Severity of the findings that are less grave, if the rule makes such findings. A user's setting replaces both
   * severities.
   */
  readonly milder?: Severity;
  /** What the code means, in a few words, for lists of rules. */
  readonly title: string;
  readonly evidence: Evidence;
  /** Set if the messages of the rule's findings depend on which codes the other texts of the library have. */
  readonly isGuess?: true;
  /** Makes fixes on demand, for one finding of this rule. */
  fixes?(finding: Finding, syntax: Syntax, context: Context): readonly Fix[];
  /**
   * Makes fixes that the author has to complete: only for an editor that moves the cursor to their stops. No such fix
   * is marked as preferred.
   */
  begin?(finding: Finding, syntax: Syntax, context: Context): readonly Fix[];
}

/**
 * Checks one placeholder. The result may depend only on the placeholder's own characters, the text's format and the
 * context: equal placeholders are checked once and the result is kept between two versions of the text.
 */
export interface PlaceholderRule extends About {
  readonly looksAt: "placeholder";
  check(placeholder: Placeholder, scope: Scope, report: Report): void;
}

/** Checks the inputs and the strays of a whole text, in one pass: while none of them is touched, the result is kept. */
export interface TextRule extends About {
  readonly looksAt: "text";
  check(scope: Scope, report: Report): void;
}

/** Checks one language of a library text. */
export interface LanguageRule extends About {
  readonly looksAt: "language";
  check(subject: LanguageSubject, scope: Scope, report: Report): void;
}

export interface LanguageSubject {
  readonly text: Text;
  /** Lower case. */
  readonly language: string;
  readonly translation: Translation;
  /**
   * Whether this is the language in which findings about the text as a whole are reported: the text's default language
   * or, without one, its first language.
   */
  readonly first: boolean;
  /**
   * The text's default language and its parsed content; null if the checked language is the default language, if the
   * text has no default language, or if the catalog does not know the content.
   */
  readonly original: { readonly language: string; readonly translation: Translation; readonly syntax: Syntax } | null;
}

/** Needs the whole library: run only by `checkLibrary`, which fills in `code` and `severity`. */
export interface LibraryRule extends About {
  readonly looksAt: "library";
  /** Yields what it finds. Now and then yields undefined, so that a long run can be stopped; linear in the library. */
  check(context: Context): Generator<LibraryFound | undefined, void, undefined>;
}

interface LibraryFound extends Found {
  /** The text that the finding is about; null if it is about a folder. */
  readonly textId: string | null;
  /** Lower case; null for a folder, and for a text without any language. */
  readonly language: string | null;
  readonly folderId: string;
}

/** Checks a create-form request file. */
export interface FormRequestRule extends Omit<About, "fixes" | "begin"> {
  readonly looksAt: "formRequest";
  check(scope: FormRequestScope, report: Report): void;
  fixes?(finding: Finding, scope: FormRequestScope): readonly Fix[];
  begin?(finding: Finding, scope: FormRequestScope): readonly Fix[];
}

/** What a rule about requests can use. */
export interface FormRequestScope {
  readonly request: Request;
  /** The context in which the Smartform's texts are printed for this request. */
  readonly context: Context;
  readonly smartform: Answer<Smartform>;
  /** The Smartform's fields by name; null if the catalog does not know them. */
  readonly fields: ReadonlyMap<string, Field> | null;
  readonly values: readonly FlatValue[];
  /** Returns the collisions. The key is the offset at which the name of the later value begins. */
  collisions(): ReadonlyMap<number, ValueCollision>;
  /** Returns what the Smartform prints; null if it is not known. Computed on first use. */
  needs(): Needs | null;
  /** Returns the names of the Smartform's fields, inputs and option lists; null if not all of them are known. */
  names(): ReadonlySet<string> | null;
  readonly effort: Effort;
}

/** Checks a request file of the operation table. */
export interface CallRequestRule extends Omit<About, "fixes" | "begin"> {
  readonly looksAt: "callRequest";
  check(scope: CallRequestScope, report: Report): void;
  fixes?(finding: Finding, scope: CallRequestScope): readonly Fix[];
  begin?(finding: Finding, scope: CallRequestScope): readonly Fix[];
}

/** What a rule about request files of the operation table can use. */
export interface CallRequestScope {
  readonly request: Request;
  readonly file: RequestFile;
  readonly read: OperationRequest;
  /**
   * Returns what the service would refuse, with its place, but nothing that is still being written. Computed on first
   * use.
   */
  mistakes(): {
    readonly values: readonly WrongValue[];
    readonly missing: readonly MissingProperty[];
    /** Paths, as JSON, of the unlisted properties that keep the request from being sent. */
    readonly refused: ReadonlySet<string>;
  };
  readonly effort: Effort;
}

export interface WrongValue {
  readonly path: readonly (string | number)[];
  readonly node: JsonNode;
  /** The shape of the value; undefined if the documents do not describe it. */
  readonly shape: Shape | undefined;
  readonly message: string;
}

export interface MissingProperty {
  /** The object that lacks the property. */
  readonly node: JsonObjectNode;
  readonly name: string;
  readonly shape: Shape | undefined;
  readonly message: string;
}

export type Rule = PlaceholderRule | TextRule | LanguageRule | LibraryRule | FormRequestRule | CallRequestRule;
