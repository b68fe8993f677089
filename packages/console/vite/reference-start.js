// Opens Swagger UI in the page of the API reference.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
// oxlint-disable-next-line no-undef -- defined by the script before this one
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  showExtensions: true,
  // the default sends the address of the document to a public service
  validatorUrl: null,
})
