/**
 * One word for one thing, in every language. If an English sentence contains the word on the left, its translations
 * contain the words on the right. Letter case does not matter, and a word may be a part of a longer word. `Smartform`,
 * `MetaFile` and everything in backticks or double brackets stay unchanged.
 */
export interface Term {
  readonly en: RegExp;
  readonly sv: RegExp;
  readonly de: RegExp;
}

/** Languages of the interface besides English. */
export const languages = ["sv", "de"] as const satisfies readonly Exclude<keyof Term, "en">[];

export const glossary: readonly Term[] = [
  { en: /\bSmartforms?\b/, sv: /smartform/i, de: /smartform/i },
  { en: /\bMetaFiles?\b/, sv: /MetaFil/, de: /MetaFile/ },
  { en: /\bText Library\b/, sv: /textbibliotek/i, de: /textbibliothek/i },
  { en: /\b(sub)?folders?\b/i, sv: /mapp/i, de: /ordner/i },
  { en: /\bplaceholders?\b/i, sv: /platshållar/i, de: /platzhalter/i },
  { en: /\btranslations?\b/i, sv: /översättning/i, de: /übersetzung/i },
  { en: /\bdefault language\b/i, sv: /standardspråk/i, de: /standardsprache/i },
  { en: /\bfindings?\b/i, sv: /fynd/i, de: /befund/i },
  { en: /\bconnections?\b/i, sv: /anslutning/i, de: /verbindung/i },
  { en: /\benvironments?\b/i, sv: /miljö/i, de: /umgebung/i },
  { en: /\bsandbox\b/i, sv: /sandlåd/i, de: /sandbox/i },
  { en: /\boutbox\b/i, sv: /utkorg/i, de: /postausgang/i },
  { en: /\btest forms?\b/i, sv: /testformulär/i, de: /testformular/i },
  { en: /\brequest files?\b/i, sv: /anropsfil/i, de: /anforderungsdatei/i },
  { en: /\bfavourites?\b/i, sv: /favorit/i, de: /favorit/i },
  { en: /\barchive\b/i, sv: /arkiv/i, de: /archiv/i },
  { en: /\baudit events?\b/i, sv: /granskningshändelse/i, de: /überwachungsereignis/i },
  { en: /\bsigning orders?\b/i, sv: /signeringsuppdrag/i, de: /signaturauftr/i },
  { en: /\bediting sessions?\b/i, sv: /redigeringssession/i, de: /bearbeitungssitzung/i },
  { en: /\bdata tables?\b/i, sv: /datatabell/i, de: /datentabelle/i },
  { en: /\bsignator(y|ies)\b/i, sv: /undertecknar/i, de: /unterzeichner/i },
  { en: /\breceivers?\b/i, sv: /mottagar/i, de: /empfänger/i },
  { en: /\bRestricted Mode\b/, sv: /begränsat läge/i, de: /eingeschränkte[nr]? modus/i },
];
