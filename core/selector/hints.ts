/** How to write it, for each way to get it wrong: one example each. */
export const hints = {
  overview:
    'Selectors look like @btn_submit, Button:text("OK"), :contains("Sub"), [clickable], LinearLayout > Button or 0.0.1.',
  longText: 'Give the beginning of a long text and a star: :text("The first words*").',
  typeFirst: 'The type stands first and once: Button@submit:text("OK")[clickable].',
  path: 'An index path is numbers with dots, as the tree prints it: 0.0.1.',
  name: 'Example: @btn_submit, or in quotes @"Save button".',
  textTest: 'Example: :text("Submit"), :contains("Sub"), :desc("Close*").',
  quotes: 'Texts stand in quotes, single or double: :text("Submit").',
  emptyContains: 'Elements with any text are :text("*"), those without one :text("").',
  bareText: 'For an element by its text write :text("Submit").',
  childNeedsParent: 'Both sides of > are elements: LinearLayout > Button.',
  escapes:
    'After a backslash stand a quote, a backslash, a star, n, r, t or u{1f600}; in JSON each backslash is written twice.',
  unclosed: 'Example: :text("Say \\"hi\\"").',
  index: 'An index counts from 0: Button[2] is the third. An index path stands alone: 0.0.1.',
  value: 'Example: [checked=false].',
  brackets: 'Example: [clickable], [checked=false], Button[2].',
} as const;
