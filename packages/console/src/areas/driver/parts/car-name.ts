/** Returns what a driver calls a car: its name, otherwise its plate. */
export const carName = ({ label, identity }: { label: string | null; identity: string }): string =>
  label ?? identity
