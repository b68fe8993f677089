/** Languages by their own names, Dutch included. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  ru: 'Русский',
  nl: 'Nederlands',
} as const
