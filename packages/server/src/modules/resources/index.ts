// Resources: texts and files of the installation in a tree, in up to six languages, kept by administrators. Whoever
// has the address of a file may fetch it; texts are asked for by path, with English where a language has none.
// Not here: pictures of stations (files) and of people (profile), and the texts of the console.
export { resourcesHttp } from './http.ts'
export type { ProductTexts } from './deps.ts'
export { openResourceFile, readText, readTextIn } from './open-resource.ts'
