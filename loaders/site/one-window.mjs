import {createRequire} from "node:module";

// Why: Framework 1.13.4 makes a window of jsdom for each piece of HTML, some 20 for each page, and reads only its document.
// A parser of one window gives the same document. This runs before Framework, whose modules keep what they import.
const jsdom = createRequire(process.argv[1])("jsdom");
const parser = new new jsdom.JSDOM().window.DOMParser();

jsdom.JSDOM = class {
  constructor(html) {
    this.window = {document: parser.parseFromString(html, "text/html")};
  }
};
