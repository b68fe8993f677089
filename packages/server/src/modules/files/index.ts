// Files: pictures of objects, encoded anew so that nothing hides in them, and shown by addresses that end after
// minutes. Not here: who may see the object (its own module says).
export { createFiles, type Files } from './files.ts'
export { filesHttp } from './http.ts'
export { reencode, pictureType, readPictureData } from './picture.ts'
