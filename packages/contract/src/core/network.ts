/** An IPv4 or IPv6 address, alone or with the length of its network. */
export function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  if (more.length > 0) return false
  const bits = address.includes(':') ? 128 : 32
  const isAddress = bits === 32 ? isIpv4(address) : isIpv6(address)
  return isAddress && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
}

const isIpv4 = (text: string): boolean =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255)

/** As browsers and PostgreSQL read it: the URL parser knows every spelling. */
const isIpv6 = (text: string): boolean => URL.canParse(`http://[${text}]/`)
