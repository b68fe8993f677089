// Search: finds objects of every class by a text. What of a class may be seen, the class itself says.
export { searchHttp } from './http.ts'
