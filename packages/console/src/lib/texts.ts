import i18next, { type i18n as Instance, type InitOptions } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { createStore, useStore } from './store.ts'
import { keepStored, readStored } from './stored.ts'
import type { TextFile, TextFiles } from './late-texts.ts'
import type { Namespace, TextKey } from './text-keys.ts'

/**
 * The texts of the console: one file per language and area, loaded when an area opens. A missing key shows as the
 * key (`fallbackLng: false`): a gap is a defect to see, not to paper over.
 */
export type { Namespace, TextKey } from './text-keys.ts'

/** Offered in the picker; Dutch is complete but stays out of it. */
export const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
  { locale: 'fr', name: 'Français' },
  { locale: 'it', name: 'Italiano' },
  { locale: 'ru', name: 'Русский' },
] as const

const known = ['en', 'de', 'fr', 'it', 'ru', 'nl'] as const
export type Language = (typeof known)[number]

/** Where the texts lie that a first visit shows. The names of all others come with the first screen that wants one. */
const files: TextFiles = import.meta.glob<TextFile>('../../texts/*/{shell,sign,stations,map}.json')
const i18n: Instance = i18next
const wanted = new Set<Namespace>(['shell'])

/** Starts the texts in the language that boot.js decided on. */
export async function startTexts(): Promise<void> {
  const language = known.find((code) => code === document.documentElement.lang) ?? 'en'
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: [],
    defaultNS: 'shell',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnNull: false,
  } satisfies InitOptions)
  await loadTexts('shell')
}

/** Makes sure that these namespaces are there in the present language. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace)
  await Promise.all(namespaces.map((namespace) => fetchBundle(currentLanguage(), namespace)))
}

/** Changes the language. Everything shown is loaded first, so no key flashes up. */
export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([...wanted].map((namespace) => fetchBundle(language, namespace)))
  await i18n.changeLanguage(language)
  keepStored('default_language', language)
  document.documentElement.lang = language
}

export const currentLanguage = (): Language => known.find((code) => code === i18n.language) ?? 'en'

/** Whether the person chose a language on this device. */
export const hasChosenLanguage = (): boolean => readStored('default_language') !== null

export const asLanguage = (code: string): Language | null => known.find((word) => word === code) ?? null

/** `t` of the shell's texts and of the given namespaces (`t('crm:stations.add')`, the first one without prefix). */
export function useTexts<const N extends Namespace = 'shell'>(namespace?: N) {
  return useTranslation((namespace ?? 'shell') as N).t
}

/** The present language, renewed when it changes. */
export function useLanguage(): Language {
  const { i18n: instance } = useTranslation('shell')
  return asLanguage(instance.language) ?? 'en'
}

/** Says a key that stands in a table of data, with its namespace: `say(row.title)`. */
export function useTextKey(): (key: TextKey) => string {
  const { t } = useTranslation('shell')
  // A union of all keys is too wide for the type of `t`; each of them exists.
  return (key) => t(key as 'skip')
}

/**
 * What administrators call states and types of built-in classes, where they added or named them anew; by kind, class and
 * code. Everything else is said by our texts. Filled when somebody is signed in (`shell/learn-names.ts`).
 */
export const customLabels = createStore<ReadonlyMap<string, string>>(new Map())

export const nameKey = (kind: 'state' | 'type' | 'method', classCode: string, code: string): string =>
  `${kind} ${classCode} ${code}`

/**
 * The name that was given to a state (or a type, or a method); undefined where our texts say it:
 * `given('card', 'lost') ?? t(...)`.
 */
export function useCustomLabels(kind: 'state' | 'type' | 'method' = 'state') {
  const names = useStore(customLabels)
  return (classCode: string, code: string): string | undefined => names.get(nameKey(kind, classCode, code))
}

async function fetchBundle(language: Language, namespace: Namespace): Promise<void> {
  if (i18n.hasResourceBundle(language, namespace)) return
  const path = `../../texts/${language}/${namespace}.json`
  const load = files[path] ?? (await import('./late-texts.ts')).lateTexts[path]
  if (!load) throw new Error(`no texts ${namespace} in ${language}`)
  i18n.addResourceBundle(language, namespace, (await load()).default, true, true)
}
