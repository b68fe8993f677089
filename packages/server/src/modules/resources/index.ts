// Resources: texts and files of the installation in a tree, in up to six languages, managed by
// administrators. Anyone with the address of a file may download it; texts are read by path, in English if a
// language is missing. Not here: pictures of stations (files) and of users (profile), and the texts of the
// console.
export { resourcesHttp } from './http.ts'
export type { ProductTexts } from './deps.ts'
export { openResourceFile, readText, readTextIn } from './open-resource.ts'
