import type { LngLat } from './area.ts'

/** Cities by rank: what is named at which zoom. English name, Arabic name, latitude, longitude. */
const ranks: readonly string[] = [
  // The great ones.
  `Baghdad|بغداد|33.31|44.37;Cairo|القاهرة|30.04|31.24;Istanbul|إسطنبول|41.01|28.98;Riyadh|الرياض|24.71|46.68
Dubai|دبي|25.2|55.27;Tehran|طهران|35.69|51.39;London|لندن|51.51|-0.13;Paris|باريس|48.86|2.35
Moscow|موسكو|55.76|37.62;Berlin|برلين|52.52|13.4;Madrid|مدريد|40.42|-3.7;Rome|روما|41.9|12.5
New York|نيويورك|40.71|-74.01;Los Angeles|لوس أنجلوس|34.05|-118.24;Mexico City|مكسيكو|19.43|-99.13
São Paulo|ساو باولو|-23.55|-46.63;Buenos Aires|بوينس آيرس|-34.6|-58.38;Lagos|لاغوس|6.52|3.38
Nairobi|نيروبي|-1.29|36.82;Johannesburg|جوهانسبرغ|-26.2|28.05;Kinshasa|كينشاسا|-4.44|15.27
Delhi|دلهي|28.61|77.21;Mumbai|مومباي|19.08|72.88;Karachi|كراتشي|24.86|67.01;Dhaka|دكا|23.81|90.41
Beijing|بكين|39.9|116.41;Shanghai|شنغهاي|31.23|121.47;Hong Kong|هونغ كونغ|22.32|114.17;Tokyo|طوكيو|35.68|139.69
Seoul|سول|37.57|126.98;Bangkok|بانكوك|13.76|100.5;Jakarta|جاكرتا|-6.21|106.85;Singapore|سنغافورة|1.35|103.82
Sydney|سيدني|-33.87|151.21;Toronto|تورونتو|43.65|-79.38;Lima|ليما|-12.05|-77.04;Casablanca|الدار البيضاء|33.57|-7.59`,
  `Basra|البصرة|30.51|47.78;Mosul|الموصل|36.35|43.16;Erbil|أربيل|36.19|44.01;Amman|عمّان|31.95|35.93
Beirut|بيروت|33.89|35.5;Damascus|دمشق|33.51|36.28;Aleppo|حلب|36.2|37.13;Kuwait City|مدينة الكويت|29.38|47.98
Doha|الدوحة|25.29|51.53;Manama|المنامة|26.23|50.59;Muscat|مسقط|23.59|58.41;Sanaa|صنعاء|15.37|44.19
Jeddah|جدة|21.49|39.19;Mecca|مكة المكرمة|21.39|39.86;Dammam|الدمام|26.42|50.09;Abu Dhabi|أبوظبي|24.45|54.38
Alexandria|الإسكندرية|31.2|29.92;Khartoum|الخرطوم|15.5|32.56;Tripoli|طرابلس|32.89|13.19;Tunis|تونس|36.81|10.18
Algiers|الجزائر|36.75|3.06;Rabat|الرباط|34.02|-6.84;Ankara|أنقرة|39.93|32.86;Izmir|إزمير|38.42|27.14
Jerusalem|القدس|31.77|35.21;Isfahan|أصفهان|32.65|51.67;Mashhad|مشهد|36.3|59.6;Tabriz|تبريز|38.08|46.29
Baku|باكو|40.41|49.87;Tbilisi|تبليسي|41.72|44.79;Yerevan|يريفان|40.18|44.51;Athens|أثينا|37.98|23.73
Vienna|فيينا|48.21|16.37;Warsaw|وارسو|52.23|21.01;Kyiv|كييف|50.45|30.52;Bucharest|بوخارست|44.43|26.1
Budapest|بودابست|47.5|19.04;Prague|براغ|50.08|14.44;Stockholm|ستوكهولم|59.33|18.07;Oslo|أوسلو|59.91|10.75
Helsinki|هلسنكي|60.17|24.94;Copenhagen|كوبنهاغن|55.68|12.57;Amsterdam|أمستردام|52.37|4.9;Brussels|بروكسل|50.85|4.35
Lisbon|لشبونة|38.72|-9.14;Barcelona|برشلونة|41.39|2.17;Milan|ميلانو|45.46|9.19;Munich|ميونخ|48.14|11.58
Hamburg|هامبورغ|53.55|9.99;Zurich|زيورخ|47.38|8.54;Dublin|دبلن|53.35|-6.26;Manchester|مانشستر|53.48|-2.24
Saint Petersburg|سانت بطرسبرغ|59.94|30.31;Minsk|مينسك|53.9|27.57;Tashkent|طشقند|41.3|69.24;Almaty|ألماتي|43.24|76.89
Kabul|كابل|34.56|69.21;Islamabad|إسلام آباد|33.68|73.05;Lahore|لاهور|31.52|74.36;Chennai|تشيناي|13.08|80.27
Bengaluru|بنغالور|12.97|77.59;Kolkata|كلكتا|22.57|88.36;Colombo|كولومبو|6.93|79.86;Kathmandu|كاتماندو|27.72|85.32
Yangon|يانغون|16.87|96.2;Hanoi|هانوي|21.03|105.85;Ho Chi Minh City|هو تشي منه|10.82|106.63
Kuala Lumpur|كوالالمبور|3.14|101.69;Manila|مانيلا|14.6|120.98;Taipei|تايبيه|25.03|121.57;Osaka|أوساكا|34.69|135.5
Guangzhou|غوانزو|23.13|113.26;Shenzhen|شنجن|22.54|114.06;Chengdu|تشنغدو|30.57|104.07;Wuhan|ووهان|30.59|114.31
Chongqing|تشونغتشينغ|29.56|106.55;Xi'an|شيآن|34.34|108.94;Ürümqi|أورومتشي|43.83|87.62;Ulaanbaatar|أولان باتور|47.89|106.91
Melbourne|ملبورن|-37.81|144.96;Perth|بيرث|-31.95|115.86;Auckland|أوكلاند|-36.85|174.76;Addis Ababa|أديس أبابا|9.03|38.74
Mogadishu|مقديشو|2.05|45.32;Djibouti|جيبوتي|11.59|43.15;Kampala|كمبالا|0.35|32.58;Dar es Salaam|دار السلام|-6.79|39.21
Accra|أكرا|5.6|-0.19;Abidjan|أبيدجان|5.36|-4.01;Dakar|داكار|14.72|-17.47;Nouakchott|نواكشوط|18.08|-15.98
Bamako|باماكو|12.64|-8;Abuja|أبوجا|9.08|7.4;Luanda|لواندا|-8.84|13.29;Harare|هراري|-17.83|31.05
Cape Town|كيب تاون|-33.92|18.42;Maputo|مابوتو|-25.97|32.57;Antananarivo|أنتاناناريفو|-18.88|47.51
Chicago|شيكاغو|41.88|-87.63;Houston|هيوستن|29.76|-95.37;Washington|واشنطن|38.91|-77.04;Miami|ميامي|25.76|-80.19
San Francisco|سان فرانسيسكو|37.77|-122.42;Seattle|سياتل|47.61|-122.33;Denver|دنفر|39.74|-104.99
Vancouver|فانكوفر|49.28|-123.12;Montreal|مونتريال|45.5|-73.57;Havana|هافانا|23.11|-82.37;Bogotá|بوغوتا|4.71|-74.07
Caracas|كاراكاس|10.48|-66.9;Quito|كيتو|-0.18|-78.47;Santiago|سانتياغو|-33.45|-70.67;Rio de Janeiro|ريو دي جانيرو|-22.91|-43.17
Brasília|برازيليا|-15.79|-47.88;La Paz|لاباز|-16.49|-68.12;Montevideo|مونتيفيديو|-34.9|-56.16;Panama City|بنما|8.98|-79.52`,
  `Najaf|النجف|32.03|44.34;Karbala|كربلاء|32.62|44.02;Kirkuk|كركوك|35.47|44.39;Sulaymaniyah|السليمانية|35.56|45.43
Nasiriyah|الناصرية|31.05|46.26;Amarah|العمارة|31.84|47.15;Diwaniyah|الديوانية|31.99|44.93;Hillah|الحلة|32.48|44.43
Ramadi|الرمادي|33.42|43.31;Fallujah|الفلوجة|33.35|43.78;Tikrit|تكريت|34.61|43.68;Samarra|سامراء|34.2|43.87
Baqubah|بعقوبة|33.75|44.64;Kut|الكوت|32.51|45.82;Samawah|السماوة|31.33|45.29;Duhok|دهوك|36.87|42.99
Zakho|زاخو|37.14|42.68;Umm Qasr|أم قصر|30.03|47.93;Rutba|الرطبة|33.04|40.28;Al-Qaim|القائم|34.37|41.1
Homs|حمص|34.73|36.72;Latakia|اللاذقية|35.52|35.79;Deir ez-Zor|دير الزور|35.34|40.14;Tripoli (Lebanon)|طرابلس الشام|34.44|35.85
Irbid|إربد|32.56|35.85;Aqaba|العقبة|29.53|35.01;Gaza|غزة|31.5|34.47;Haifa|حيفا|32.79|34.99
Medina|المدينة المنورة|24.47|39.61;Tabuk|تبوك|28.38|36.57;Hail|حائل|27.52|41.69;Buraydah|بريدة|26.33|43.97
Abha|أبها|18.22|42.51;Jubail|الجبيل|27.01|49.66;Sharjah|الشارقة|25.35|55.41;Al Ain|العين|24.21|55.74
Salalah|صلالة|17.02|54.09;Aden|عدن|12.79|45.02;Giza|الجيزة|30.01|31.21;Port Said|بورسعيد|31.27|32.3
Suez|السويس|29.97|32.53;Luxor|الأقصر|25.69|32.64;Aswan|أسوان|24.09|32.9;Benghazi|بنغازي|32.12|20.07
Oran|وهران|35.7|-0.63;Constantine|قسنطينة|36.37|6.61;Fez|فاس|34.03|-5;Marrakesh|مراكش|31.63|-8.01
Tangier|طنجة|35.76|-5.83;Agadir|أكادير|30.42|-9.6;Port Sudan|بورتسودان|19.62|37.22;Ahvaz|الأهواز|31.32|48.67
Abadan|عبادان|30.34|48.3;Kermanshah|كرمانشاه|34.31|47.07;Shiraz|شيراز|29.59|52.58;Qom|قم|34.64|50.88
Bursa|بورصة|40.19|29.06;Adana|أضنة|37|35.32;Gaziantep|غازي عنتاب|37.07|37.38;Diyarbakır|ديار بكر|37.91|40.24
Konya|قونية|37.87|32.49;Antalya|أنطاليا|36.9|30.7;Trabzon|طرابزون|41|39.72;Van|وان|38.5|43.38
Nicosia|نيقوسيا|35.17|33.36;Birmingham|برمنغهام|52.49|-1.89;Glasgow|غلاسكو|55.86|-4.25;Lyon|ليون|45.76|4.84
Marseille|مرسيليا|43.3|5.37;Frankfurt|فرانكفورت|50.11|8.68;Cologne|كولونيا|50.94|6.96;Naples|نابولي|40.85|14.27
Valencia|فالنسيا|39.47|-0.38;Porto|بورتو|41.15|-8.61;Kraków|كراكوف|50.06|19.94;Sofia|صوفيا|42.7|23.32
Belgrade|بلغراد|44.79|20.45;Zagreb|زغرب|45.82|15.98;Hyderabad|حيدر آباد|17.39|78.49;Ahmedabad|أحمد آباد|23.02|72.57
Pune|بونه|18.52|73.86;Peshawar|بيشاور|34.02|71.52;Kandahar|قندهار|31.63|65.71;Herat|هراة|34.35|62.2
Samarkand|سمرقند|39.65|66.96;Nanjing|نانجينغ|32.06|118.8;Hangzhou|هانغتشو|30.27|120.16;Tianjin|تيانجين|39.34|117.36
Shenyang|شنيانغ|41.81|123.43;Kunming|كونمينغ|25.04|102.71;Lhasa|لاسا|29.65|91.14;Harbin|هاربن|45.8|126.53
Atlanta|أتلانتا|33.75|-84.39;Dallas|دالاس|32.78|-96.8;Phoenix|فينكس|33.45|-112.07;Boston|بوسطن|42.36|-71.06
Guadalajara|غوادالاخارا|20.66|-103.35;Monterrey|مونتيري|25.69|-100.32;Medellín|ميديين|6.24|-75.58;Recife|ريسيفي|-8.05|-34.88`,
]

/** A city that maps name. */
export interface City {
  readonly at: LngLat
  /** 0: the first to be named. */
  readonly rank: number
  readonly name: { readonly en: string; readonly ar: string }
}

export const cities: readonly City[] = ranks.flatMap((list, rank) =>
  list.split(/[;\n]/).map((line) => {
    const [en = '', ar = '', latitude, longitude] = line.split('|')
    return { at: [Number(longitude), Number(latitude)], rank, name: { en, ar } }
  }),
)

/** The nearest city, with its distance in kilometres. */
export function nearestCity([longitude, latitude]: LngLat): { city: City; kilometres: number } {
  const found = cities.map((city) => ({
    city,
    kilometres: kilometresBetween(city.at, [longitude, latitude]),
  }))
  const [first, ...others] = found
  if (!first) throw new Error('there are no cities')
  return others.reduce((best, one) => (one.kilometres < best.kilometres ? one : best), first)
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** On a ball as large as the earth. */
export function kilometresBetween([lng1, lat1]: LngLat, [lng2, lat2]: LngLat): number {
  const h =
    Math.sin(radians(lat2 - lat1) / 2) ** 2 +
    Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(radians(lng2 - lng1) / 2) ** 2
  return 2 * 6371 * Math.asin(Math.sqrt(Math.min(1, h)))
}
