import { locales } from '@stationmaster/contract'
import { clockText } from '../../shared/local-time.ts'
import { oneLine } from '../../shared/one-line.ts'

type Locale = (typeof locales)[number]

interface Words {
  turn: (place: string, connector: number, time: string) => string
  missed: (place: string) => string
  back: (place: string, connector: number) => string
  card: (place: string) => string
  access: (place: string) => string
  withdrawn: (place: string) => string
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    turn: (place, no, time) =>
      `Your turn at ${place}: connector ${no} is yours until ${time}. Plug in by then or pass on.`,
    missed: (place) => `Your turn at ${place} has passed. Join the queue again if you still want to charge.`,
    back: (place, no) =>
      `Connector ${no} at ${place} cannot be used at the moment. You are first in the queue again.`,
    card: (place) => `You have left the queue at ${place}, because your card can no longer start a session.`,
    access: (place) => `You have left the queue at ${place}, because you may no longer charge there.`,
    withdrawn: (place) =>
      `You have left the queue at ${place}, because the operator no longer offers charging there.`,
  },
  de: {
    turn: (place, no, time) =>
      `Sie sind dran: Ladepunkt ${no} an ${place} gehört Ihnen bis ${time}. Stecken Sie bis dahin ein oder geben Sie weiter.`,
    missed: (place) =>
      `Ihre Zeit an ${place} ist abgelaufen. Stellen Sie sich neu an, wenn Sie noch laden möchten.`,
    back: (place, no) =>
      `Ladepunkt ${no} an ${place} ist zurzeit nicht nutzbar. Sie stehen wieder vorn in der Warteschlange.`,
    card: (place) =>
      `Sie stehen nicht mehr in der Warteschlange an ${place}, weil Ihre Ladekarte keinen Ladevorgang mehr starten kann.`,
    access: (place) =>
      `Sie stehen nicht mehr in der Warteschlange an ${place}, weil Sie dort nicht mehr laden dürfen.`,
    withdrawn: (place) =>
      `Sie stehen nicht mehr in der Warteschlange an ${place}, weil der Betreiber dort kein Laden mehr anbietet.`,
  },
  fr: {
    turn: (place, no, time) =>
      `À vous à ${place} : le point de charge ${no} est à vous jusqu’à ${time}. Branchez avant ou cédez votre tour.`,
    missed: (place) =>
      `Votre tour à ${place} est passé. Rejoignez la file à nouveau si vous voulez toujours recharger.`,
    back: (place, no) =>
      `Le point de charge ${no} à ${place} est inutilisable pour le moment. Vous êtes de nouveau en tête de la file.`,
    card: (place) => `Vous avez quitté la file à ${place}, car votre badge ne peut plus démarrer de session.`,
    access: (place) => `Vous avez quitté la file à ${place}, car vous n’êtes plus autorisé à y recharger.`,
    withdrawn: (place) =>
      `Vous avez quitté la file à ${place}, car l’exploitant n’y propose plus la recharge.`,
  },
  it: {
    turn: (place, no, time) =>
      `Tocca a te a ${place}: il punto di ricarica ${no} è tuo fino alle ${time}. Collega il cavo entro quell’ora o cedi il turno.`,
    missed: (place) => `Il tuo turno a ${place} è scaduto. Rimettiti in coda se vuoi ancora ricaricare.`,
    back: (place, no) =>
      `Il punto di ricarica ${no} a ${place} al momento non è utilizzabile. Sei di nuovo in testa alla coda.`,
    card: (place) =>
      `Hai lasciato la coda a ${place}, perché la tua tessera non può più avviare una sessione.`,
    access: (place) => `Hai lasciato la coda a ${place}, perché lì non puoi più ricaricare.`,
    withdrawn: (place) =>
      `Hai lasciato la coda a ${place}, perché il gestore non offre più la ricarica in quel luogo.`,
  },
  ru: {
    turn: (place, no, time) =>
      `Ваша очередь, ${place}: разъём ${no} ваш до ${time}. Подключитесь до этого времени или уступите место.`,
    missed: (place) =>
      `Ваше время истекло: ${place}. Встаньте в очередь снова, если всё ещё хотите зарядиться.`,
    back: (place, no) => `Разъём ${no} сейчас не работает: ${place}. Вы снова первый в очереди.`,
    card: (place) => `Вы больше не в очереди (${place}): ваша карта не может начать зарядную сессию.`,
    access: (place) => `Вы больше не в очереди (${place}): заряжаться там вам больше нельзя.`,
    withdrawn: (place) => `Вы больше не в очереди (${place}): оператор больше не предлагает там зарядку.`,
  },
  nl: {
    turn: (place, no, time) =>
      `Je bent aan de beurt bij ${place}: laadpunt ${no} is van jou tot ${time}. Sluit voor die tijd aan of geef door.`,
    missed: (place) =>
      `Je beurt bij ${place} is voorbij. Ga opnieuw in de wachtrij staan als je nog wilt laden.`,
    back: (place, no) =>
      `Laadpunt ${no} bij ${place} is op dit moment niet bruikbaar. Je staat weer vooraan in de wachtrij.`,
    card: (place) =>
      `Je staat niet meer in de wachtrij bij ${place}, omdat je laadpas geen laadsessie meer kan starten.`,
    access: (place) => `Je staat niet meer in de wachtrij bij ${place}, omdat je daar niet meer mag laden.`,
    withdrawn: (place) =>
      `Je staat niet meer in de wachtrij bij ${place}, omdat de exploitant daar geen laden meer aanbiedt.`,
  },
}

/** Notices to a driver in a queue. */
export type QueueNews =
  | { kind: 'turn'; place: string; connector: number; until: Date; timeZone: string | null }
  | { kind: 'back'; place: string; connector: number }
  | { kind: 'missed' | 'card' | 'access' | 'withdrawn'; place: string }

const maxName = 80

/** Returns the text of a notice in the language of the driver, with the local time of the place. */
export function queueText(news: QueueNews, locale: string): string {
  const known = locales.find((one) => one === locale) ?? 'en'
  const place = oneLine(news.place, maxName)
  const texts = words[known]
  if (news.kind === 'back') return texts.back(place, news.connector)
  if (news.kind !== 'turn') return texts[news.kind](place)
  const time = clockText(news.until, { language: known, timeZone: news.timeZone })
  return texts.turn(place, news.connector, time)
}
