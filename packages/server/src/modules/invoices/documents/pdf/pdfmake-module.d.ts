declare module 'pdfmake' {
  const pdfmake: import('./pdfmake.ts').Pdfmake
  export default pdfmake
}
