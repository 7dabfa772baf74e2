import { madeOnce } from '../../base/pure.ts';
import { type CelType, readType, splitTypes } from './types.ts';

export interface Overload {
  /** Called on its first argument. */
  readonly member: boolean;
  readonly args: readonly CelType[];
  readonly result: CelType;
}

const NUMBERS = ['int', 'uint', 'double'];
const COMPARABLE = [...NUMBERS, 'bool', 'string', 'bytes', 'timestamp', 'duration'];

const each = (types: readonly string[], signature: (type: string) => string): string =>
  types.map(signature).join(' | ');

const ORDER = [
  each(COMPARABLE, (type) => `${type},${type}>bool`),
  'int,double>bool | int,uint>bool | uint,int>bool | uint,double>bool | double,int>bool | double,uint>bool',
].join(' | ');

const EXTREME = each(COMPARABLE, (type) => `.list(${type})>${type}`);
const SIZES = ['bytes', 'list(A)', 'map(A,B)', 'string'];
const OF_TIME = ['FullYear', 'Month', 'DayOfYear', 'DayOfMonth', 'Date', 'DayOfWeek'];
const OF_BOTH = ['Hours', 'Minutes', 'Seconds', 'Milliseconds'];

/** One function a line: its name, then its signatures; a dot in front of one: it is called on its first argument. */
// Models github.com/google/cel-go/common/stdlib/standard.go, cel-go/ext and staging/src/k8s.io/apiserver/pkg/cel/library (v1.36)
const TEXT = `
_?_:_ bool,A,A>A
_&&_ bool,bool>bool
_||_ bool,bool>bool
!_ bool>bool
-_ int>int | double>double
_==_ A,A>bool
_!=_ A,A>bool
_+_ bytes,bytes>bytes | double,double>double | duration,duration>duration | duration,timestamp>timestamp | timestamp,duration>timestamp | int,int>int | list(A),list(A)>list(A) | string,string>string | uint,uint>uint
_-_ double,double>double | duration,duration>duration | int,int>int | timestamp,duration>timestamp | timestamp,timestamp>duration | uint,uint>uint
_*_ double,double>double | int,int>int | uint,uint>uint
_/_ double,double>double | int,int>int | uint,uint>uint
_%_ int,int>int | uint,uint>uint
_<_ ${ORDER}
_<=_ ${ORDER}
_>_ ${ORDER}
_>=_ ${ORDER}
_[_] list(A),int>A | map(A,B),A>B | opt(list(A)),int>opt(A) | opt(map(A,B)),A>opt(B)
_[?_] list(A),int>opt(A) | map(A,B),A>opt(B) | opt(list(A)),int>opt(A) | opt(map(A,B)),A>opt(B)
@in A,list(A)>bool | A,map(A,B)>bool
size ${each(SIZES, (type) => `${type}>int | .${type}>int`)}
type A>type(A)
bool bool>bool | string>bool
bytes bytes>bytes | string>bytes
double double>double | int>double | string>double | uint>double
duration duration>duration | int>duration | string>duration
dyn A>dyn
int int>int | double>int | duration>int | string>int | timestamp>int | uint>int | quantity>int
string string>string | bool>string | bytes>string | double>string | duration>string | int>string | timestamp>string | uint>string | ip>string | cidr>string
timestamp timestamp>timestamp | int>timestamp | string>timestamp
uint uint>uint | double>uint | int>uint | string>uint
contains .string,string>bool
startsWith .string,string>bool
endsWith .string,string>bool
matches .string,string>bool | string,string>bool
find .string,string>string
findAll .string,string>list(string) | .string,string,int>list(string)
charAt .string,int>string
format .string,list(dyn)>string
indexOf .string,string>int | .string,string,int>int | .list(A),A>int
lastIndexOf .string,string>int | .string,string,int>int | .list(A),A>int
join .list(string)>string | .list(string),string>string
lowerAscii .string>string
upperAscii .string>string
strings.quote string>string
replace .string,string,string>string | .string,string,string,int>string
split .string,string>list(string) | .string,string,int>list(string)
substring .string,int>string | .string,int,int>string
trim .string>string
isSorted ${each(COMPARABLE, (type) => `.list(${type})>bool`)}
sum ${each([...NUMBERS, 'duration'], (type) => `.list(${type})>${type}`)}
min ${EXTREME} | .list(quantity)>quantity
max ${EXTREME} | .list(quantity)>quantity
distinct .list(A)>list(A)
reverse .list(A)>list(A)
slice .list(A),int,int>list(A)
flatten .list(list(A))>list(A) | .list(dyn),int>list(dyn)
sort ${each(COMPARABLE, (type) => `.list(${type})>list(${type})`)}
lists.range int>list(int)
includes .list(A),A>bool
sets.contains list(A),list(A)>bool
sets.equivalent list(A),list(A)>bool
sets.intersects list(A),list(A)>bool
optional.of A>opt(A)
optional.ofNonZeroValue A>opt(A)
optional.none >opt(A)
optional.unwrap list(opt(A))>list(A)
unwrapOpt .list(opt(A))>list(A)
hasValue .opt(A)>bool
value .opt(A)>A | .format,string>bool
or .opt(A),opt(A)>opt(A)
orValue .opt(A),A>A
first .list(A)>opt(A)
last .list(A)>opt(A)
${OF_TIME.map((name) => `get${name} .timestamp>int | .timestamp,string>int`).join('\n')}
${OF_BOTH.map((name) => `get${name} .timestamp>int | .timestamp,string>int | .duration>int`).join('\n')}
quantity string>quantity
isQuantity string>bool
isInteger .quantity>bool
asInteger .quantity>int
asApproximateFloat .quantity>double
sign .quantity>int
add .quantity,quantity>quantity | .quantity,int>quantity
sub .quantity,quantity>quantity | .quantity,int>quantity
isLessThan .quantity,quantity>bool | .semver,semver>bool
isGreaterThan .quantity,quantity>bool | .semver,semver>bool
compareTo .quantity,quantity>int | .semver,semver>int
url string>url
isURL string>bool
getScheme .url>string
getHost .url>string
getHostname .url>string
getPort .url>string
getEscapedPath .url>string
getQuery .url>map(string,list(string))
semver string>semver | string,bool>semver
isSemver string>bool | string,bool>bool
major .semver>int
minor .semver>int
patch .semver>int
ip string>ip | .cidr>ip
isIP string>bool | .string>bool
ip.isCanonical string>bool
family .ip>int
isUnspecified .ip>bool
isLoopback .ip>bool
isLinkLocalMulticast .ip>bool
isLinkLocalUnicast .ip>bool
isGlobalUnicast .ip>bool
cidr string>cidr
isCIDR string>bool
containsIP .cidr,ip>bool | .cidr,string>bool
containsCIDR .cidr,cidr>bool | .cidr,string>bool
masked .cidr>cidr
prefixLength .cidr>int
format.named string>opt(format)
${'dns1123Label dns1123Subdomain dns1035Label qualifiedName dns1123LabelPrefix dns1123SubdomainPrefix dns1035LabelPrefix labelValue uri uuid byte date datetime'
  .split(' ')
  .map((name) => `format.${name} >format`)
  .join('\n')}
validate .format,string>opt(list(string))
path .authorizer,string>path
group .authorizer,string>group
serviceAccount .authorizer,string,string>authorizer
resource .group,string>resource
subresource .resource,string>resource
namespace .resource,string>resource
name .resource,string>resource
fieldSelector .resource,string>resource
labelSelector .resource,string>resource
check .path,string>decision | .resource,string>decision
allowed .decision>bool
reason .decision>string
errored .decision>bool
error .decision>string
jsonpatch.escapeKey string>string
`;

const declared = madeOnce((): ReadonlyMap<string, readonly Overload[]> => {
  return new Map(
    TEXT.split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const space = line.indexOf(' ');
        return [
          line.slice(0, space),
          line
            .slice(space + 1)
            .split(' | ')
            .map(overload),
        ];
      }),
  );
});

/** The signatures of a function or operator. */
export function overloadsOf(name: string): readonly Overload[] | undefined {
  return declared().get(name);
}

export function declaredNames(): readonly string[] {
  return [...declared().keys()];
}

function overload(signature: string): Overload {
  const member = signature.startsWith('.');
  const [args = '', result = ''] = (member ? signature.slice(1) : signature).split('>');
  return { member, args: splitTypes(args).map(readType), result: readType(result) };
}
