/** Inserted by the build. */
declare const __CONSOLE_VERSION__: string
declare const __GALLERY__: boolean
