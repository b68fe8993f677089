// Opens Swagger UI in the page of the API reference, with what its components lack for keyboards and screen readers.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

const spoken = (h, text) => h('span', { key: 'spoken', className: 'spoken' }, text)

/**
 * Returns a wrapper of a component; `render` gets React, the component and its properties. Swagger UI calls the
 * wrapper at each rendering: another component each time would lose its state and the focus.
 */
const wrap = (render) => {
  let wrapped
  return (Original, { React }) => (wrapped ??= (properties) => render(React, Original, properties))
}

/** Shows the dialog of the browser, which keeps the focus until it is closed. */
const asDialog = wrap(({ createElement: h, useEffect, useRef }, Original, properties) => {
  const dialog = useRef(null)
  useEffect(() => {
    const { current } = dialog
    current.showModal()
    return () => current.close()
  }, [])
  return h('dialog', { ref: dialog, 'aria-label': 'Authorization' }, h(Original, properties))
})

const accessible = {
  wrapComponents: {
    authorizationPopup: asDialog,
    // texts of the button are its name
    Button: wrap(({ createElement: h }, Original, properties) =>
      h(Original, { ...properties, 'aria-label': undefined }),
    ),
    CloseIcon: wrap(({ createElement: h }, Original, properties) => [
      spoken(h, 'Close'),
      h(Original, { key: 'icon', ...properties }),
    ]),
    // a subject is a button; an operation has a button, in which no link may be nested
    DeepLink: wrap(({ createElement: h }, _, { isShown, path, text }) =>
      path.includes('/')
        ? h('span', null, text)
        : h('button', { type: 'button', className: 'subject', 'aria-expanded': isShown }, text),
    ),
    JsonSchema_string: wrap(({ createElement: h }, Original, properties) =>
      h('label', null, spoken(h, properties.description), h(Original, properties)),
    ),
    // the document names one server, the one that sends the page
    ServersContainer: wrap(() => null),
    SyntaxHighlighter: wrap(({ createElement: h }, Original, properties) =>
      h(
        'div',
        { className: 'code', role: 'group', 'aria-label': 'Code', tabIndex: 0 },
        h(Original, properties),
      ),
    ),
    TextArea: wrap(({ createElement: h }, Original, properties) =>
      h(Original, { ...properties, 'aria-label': 'Request body' }),
    ),
  },
}

// oxlint-disable-next-line no-undef -- defined by the script before this one
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  plugins: [accessible],
  showExtensions: true,
  syntaxHighlight: { theme: 'obsidian' },
  // the default sends the address of the document to a public service
  validatorUrl: null,
})
