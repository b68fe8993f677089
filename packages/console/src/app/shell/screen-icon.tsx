import {
  IconActivity,
  IconArrowsExchange,
  IconBell,
  IconBolt,
  IconBuildingStore,
  IconBuildings,
  IconCalendarCheck,
  IconChartBar,
  IconChargingPile,
  IconCreditCard,
  IconFileInvoice,
  IconFlag,
  type Icon,
  IconSearch,
  IconSend,
  IconShieldCog,
  IconSteeringWheel,
  IconTag,
  IconTerminal2,
  IconUser,
  IconUsers,
  IconWallet,
  IconWorld,
} from '@tabler/icons-react'
import type { ScreenIcon as Name, ScreenPicture } from '../../lib/screen.ts'

const icons: Record<Name, Icon> = {
  account: IconWallet,
  activity: IconActivity,
  admin: IconShieldCog,
  availability: IconCalendarCheck,
  card: IconCreditCard,
  client: IconUsers,
  command: IconSend,
  connected: IconChargingPile,
  crm: IconBuildingStore,
  driver: IconSteeringWheel,
  incident: IconFlag,
  invoice: IconFileInvoice,
  network: IconWorld,
  notice: IconBell,
  ocpp: IconTerminal2,
  person: IconUser,
  report: IconChartBar,
  search: IconSearch,
  site: IconBuildings,
  station: IconBolt,
  tariff: IconTag,
  transaction: IconArrowsExchange,
}

/** The icon of an area or a screen, in menus and in the palette. */
export function ScreenIcon({ name, size }: { name: Name | ScreenPicture; size: number }) {
  const Picture = typeof name === 'string' ? icons[name] : name
  return <Picture size={size} />
}
