/** The page of the preview, which loads, runs and sends nothing but what stands here. */
import type { Page, PagePlace } from "../pageHtml.ts";

export const previewPage = ({ origin }: PagePlace): Page => ({
  title: "Preview", script: "preview.js", style: "preview-page.css",
  // The frame's own policy allows inline styles and pictures in data: addresses, which nothing here has.
  sources: { "style-src": origin, "img-src": "'none'" },
  body: `<div id="toolbar" role="toolbar" aria-label="Preview">
  <label>Shown <select id="surface"><option value="screen">on screen</option><option value="pdf">in the PDF</option></select></label>
  <label>Language <select id="language"></select></label>
</div>
<p id="note" role="note"></p>
<p id="status" role="status" hidden></p>
<main id="text" tabindex="0" aria-label="What the text prints"></main>`,
});
