/** Returns an IPv4 address in dotted form, even if the system shows it as IPv6 (RFC 4291, 2.5.5.2). */
export const plainAddress = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
