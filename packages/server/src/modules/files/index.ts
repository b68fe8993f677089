// Files: pictures of objects, re-encoded so that they contain no hidden data, and served by addresses that
// expire after minutes. Not here: who may see the object (decided by its own module).
export { createFiles, type Files } from './files.ts'
export { filesHttp } from './http.ts'
export { reencode, pictureType, readPictureData } from './picture.ts'
