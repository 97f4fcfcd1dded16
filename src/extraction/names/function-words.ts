/**
 * Words that stand beside real names in any text: articles, prepositions, conjunctions, pronouns, auxiliary verbs and the
 * verbs by which texts say what a company or product does. Of the languages in which most answers are asked.
 */
const WORDS = `
a about above across after against all allow allows almost along alongside already also although always am among an and
announced another any are around as at available be became because become becomes been before began behind being below
between both but by came can combines comes could delivers despite did do does doing down due during each either else
enables especially etc even ever every excels features few focuses for former from gave gets gives goes got had has
have having he helps her here hers him his how however i if in include included includes including instead into introduced
is it its itself just keeps know known lacks launched least less let lets like likely made mainly make makes many may maybe
me might more most mostly much must my near need needs neither never no nor not now of off offer offered offering offers on
once one only onto or other others our out over own per perhaps plus provide provided provides rather released remains
requires runs said same says see seems sells several shall she should shows since so some started stands still such
supports than that the their them then there these they this those though through throughout thus to together too took
toward towards under unless unlike until up upon us use used uses using versus very via vs was we well went were what when
where whereas whether which while who whose why will with within without won works would yet you your
aber als am an auch auf aus bei beim bieten bietet das dass dem den der des die durch ein eine einem einen einer eines er
es für haben hat im in ist mit nach nicht noch nur oder ohne sich sie sind sowie über um und unter vom von vor war werden
wie wird zu zum zur
al ante como con cuando de del desde donde el ella en entre era es esta este están está fue ha hacia han hasta la las lo los
más mas muy ni o ofrece para pero por porque que se sea ser si sin sobre son su sus también tiene un una uno y ya
au aux avec car ce ces cette chez comme dans des donc du elle en est et été être il ils je la le les leur mais même ne nous
offre ont ou où par pas pour propose qu que qui sa sans ses son sont sur très un une vous à
ao aos até da das do dos e ela ele em essa esse esta este eu foi isso mais mas na nas no nos não oferece os ou para pela
pelo por quando que se sem ser seu sua são também tem uma à é
agli ai al alla alle che chi ci come con cui da dal dalla dei del della delle di è ed gli ha hanno i il in la le lo ma nel
nella non offre per più se si sono su sul tra un una
aan als bij biedt dan dat de deze die dit door een en er het heeft hebben hij ik in is kan met naar niet nog of om onder ook
op over te tot uit van voor waar wat wel werd wordt worden zijn zo`;

export const FUNCTION_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean));
