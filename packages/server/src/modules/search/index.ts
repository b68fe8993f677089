// Search: finds objects of all classes by a text. Each class decides which of its objects are visible.
export { searchHttp } from './http.ts'
