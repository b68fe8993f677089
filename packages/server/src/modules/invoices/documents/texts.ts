import type { DocumentLanguage } from './invoice-document.ts'
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import it from './texts/it.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }
import ru from './texts/ru.json' with { type: 'json' }

export type DocumentTexts = typeof en

/** Texts of a document by language. */
export const documentTexts: Readonly<Record<DocumentLanguage, DocumentTexts>> = { en, de, fr, it, ru, nl }

export const textsOf = (language: DocumentLanguage): DocumentTexts => documentTexts[language]

/** Replaces `{name}` in a text. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
