/** A form that shows every kind of block, in many scripts. Each test changes the part that it checks. */
import { catalogFile } from "../../../api/index.ts";
import type { CatalogFile } from "../../../api/index.ts";
import { fileCatalog } from "../../../catalog/index.ts";
import { known } from "../../../language/index.ts";
import type { JsonObject } from "../../../language/index.ts";
import type { Print } from "../../../sandbox/print/index.ts";

/** A sentence in each language, with letters that ASCII does not have. */
export const sentences = {
  bg: "Уважаеми клиенти, благодарим ви за поръчката.",
  cs: "Příliš žluťoučký kůň úpěl ďábelské ódy.",
  da: "Quizdeltagerne spiste jordbær med fløde.",
  de: "Sehr geehrte Größe, müßig äußern wir Öl.",
  el: "Αγαπητέ πελάτη, σας ευχαριστούμε για την παραγγελία.",
  en: "Dear customer, thank you for your “order”.",
  et: "Täname teid tellimuse eest, õhtu jõuab.",
  fi: "Hyvä asiakas, tämä on tärkeää.",
  fr: "Cher client, l’œuvre a été reçue à Noël.",
  hr: "Poštovani, vaša narudžba je zaprimljena: čćđšž.",
  hu: "Árvíztűrő tükörfúrógép őrzi az űrt.",
  hy: "Հարգելի հաճախորդ, շնորհակալություն։",
  is: "Kæri viðskiptavinur, þökkum pöntunina.",
  it: "Gentile cliente, perché la città è così.",
  ka: "ძვირფასო მომხმარებელო, გმადლობთ.",
  lt: "Gerbiamas kliente, ačiū už užsakymą ąčęėįšųūž.",
  lv: "Godātais klient, paldies: āčēģīķļņšūž.",
  mt: "Għażiż klijent, grazzi tal-ordni: ċġħż.",
  nb: "Kjære kunde, på gjensyn i Ålesund.",
  nl: "Geachte klant, één coördinatie.",
  pl: "Zażółć gęślą jaźń, szanowny kliencie.",
  pt: "Prezado cliente, a encomenda não é só já.",
  ro: "Stimate client, vă mulțumim și așteptăm.",
  ru: "Уважаемый клиент, подъезд объявлен.",
  sk: "Vážený zákazník, ďakujeme za objednávku, ĺŕň.",
  sl: "Spoštovana stranka, hvala za naročilo.",
  sq: "I dashur klient, faleminderit për porosinë ë ç.",
  sr: "Поштовани, ваша поруџбина је примљена: ђљњћџ.",
  sv: "Bästa kund, på återseende i Älmhult.",
  tr: "Sayın müşteri, ığüşöç İstanbul’da.",
  uk: "Шановний клієнте, дякуємо за їжу, ґанок і є.",
} as const;

export const sampleFile: CatalogFile = catalogFile.parse({
  folders: [{ id: "f1", name: "Letters", code: "letters" }],
  texts: [
    {
      id: "t1",
      folderId: "f1",
      code: "greeting",
      contentType: 0,
      defaultLanguage: "en",
      translations: Object.fromEntries(Object.entries(sentences).map(([language, content]) => [language, { content }])),
    },
    {
      id: "t2",
      folderId: "f1",
      code: "terms",
      contentType: 2,
      defaultLanguage: "en",
      translations: {
        en: {
          content:
            '<h2>Terms</h2><p>Pay <b>within [[ days ]] days</b>, <i>or</i> <u>call</u> <a href="https://example.com/pay">us</a>.</p><ul><li>First</li><li>Second<ol><li>Inner</li></ol></li></ul>' +
            '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Apple</td><td>2 €</td></tr></table><script>alert(1)</script><img src="https://example.com/spy.png" alt="Our sign">',
        },
      },
    },
  ],
  smartforms: [
    {
      id: "s1",
      name: "Order confirmation",
      defaultLanguage: "en",
      textLibraryFolder: "letters",
      fields: [
        { id: "a", name: "customer", type: "text" },
        { id: "b", name: "due", type: "date" },
        { id: "c", name: "paid", type: "checkbox" },
        { id: "d", name: "colour", type: "dropdown" },
        { id: "e", name: "order", type: "orderTable" },
        { id: "f", name: "offices", type: "map" },
        { id: "g", name: "proof", type: "file" },
        { id: "h", name: "size", type: "radio" },
        { id: "i", name: "note", type: "textarea" },
      ],
      pages: [
        {
          blocks: [
            { text: "[[ LIB : greeting ]]\nFor [[ name ]], no space: [[name]], none: [[ nothing ]].", format: "plain" },
            {
              text: "<p>Deliver on [[ INPUT : day | type=select | source=days_list ]] to [[ INPUT : place | default=$city ]].</p>[[ LIB : letters : terms ]]",
              format: "html",
            },
          ],
        },
        {
          blocks: ["customer", "due", "paid", "colour", "size", "note", "lines", "order", "offices", "proof"].map(
            (field) => ({ field }),
          ),
        },
      ],
    },
  ],
  dataTable: {},
});

export const sampleData: JsonObject = { name: "Zoë & <Sons>", days: 30, city: "Ålesund" };

export const sampleValues: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["customer", "Łukasz Żółw"],
  ["customer.label", "Kundin"],
  ["due", "2026-12-24"],
  ["due.minDate", "2026-12-01"],
  ["paid", true],
  ["colour", "r"],
  [
    "colour.options",
    [
      { display: "Red", value: "r" },
      { display: "Green", value: "g" },
    ],
  ],
  [
    "size",
    [
      { display: "Small", value: "s" },
      { display: "Large", value: "l" },
    ],
  ],
  ["note", "One line\nand another"],
  [
    "lines",
    [
      { item: "Pen", count: 3 },
      { item: "Ink", count: 1 },
    ],
  ],
  ["order", { vat: "25", discount: "0", sum: "125", rows: ["Pen 3 x 10", "Ink 1 x 70"] }],
  [
    "offices",
    {
      centerLocation: { latitude: 59.9, longitude: 10.7 },
      locations: [{ title: "Head office", address: "Main street 1", latitude: 59.91, longitude: 10.75 }],
    },
  ],
  ["proof", "data:image/png;base64,Q0FOQVJZLWluLWFuLXVwbG9hZA=="],
  [
    "days_list",
    [
      { display: "Monday", value: "mo" },
      { display: "Friday", value: "fr" },
    ],
  ],
]);

export function samplePrint(
  change: Partial<Print> = {},
  options: { readonly language?: string; readonly data?: JsonObject } = {},
): Print {
  const catalog = fileCatalog(sampleFile);
  const smartform = catalog.smartform("s1");
  if (smartform.state !== "known") throw new Error("The sample lacks its Smartform.");
  return {
    smartform: smartform.value,
    formId: "form-1",
    context: {
      catalog,
      smartform: "s1",
      folder: "letters",
      language: options.language ?? "en",
      data: known(options.data ?? sampleData),
    },
    values: sampleValues,
    inputs: new Map([["day", "fr"]]),
    submitted: false,
    createdAt: new Date("2026-01-02T03:04:05Z"),
    ...change,
  };
}
