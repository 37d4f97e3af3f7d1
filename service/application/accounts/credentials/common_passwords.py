"""The most common passwords, which are refused; shorter ones are refused for their length already."""

COMMON = frozenset(
    """
    0123456789 0987654321 1029384756 1122334455 123123123123 123321123321 1234554321 1234567890 1234567891
    12345678910 123456789a 123456789q 123456abcd 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc
    9876543210 987654321a a123456789 a1b2c3d4e5 aa12345678 abc1234567 abc123456789 abcd123456 abcd1234567
    abcdefghij abcdefghijkl administrator asdfghjkl1 asdfghjkl123 asdfghjkl; azertyuiop baseball123
    basketball bismillah1 blink182blink charlie123 chocolate1 christopher computer123
    correcthorsebatterystaple dragon12345 elizabeth1 everything facebook123 football12 football123
    footballer fuckyou123 godisgreat hello12345 hello123456 helloworld iloveyou12 iloveyou123 iloveyou1234
    iloveyousomuch jesuschrist kingdomino kingdomino1 kingdomino123 letmein123 letmeinnow liverpool1
    lovelovelove manchester michael123 microsoft1 minecraft1 minecraft123 monkey12345 mypassword mypassword1
    newpassword nothing123 p@ssw0rd12 p@ssw0rd123 p@ssword123 pa$$word123 pass123456 passw0rd12 passw0rd123
    password01 password1! password10 password11 password12 password123 password1234 password12345
    password123456 password2026 passwordpassword pokemon123 princess12 princess123 q1w2e3r4t5 q1w2e3r4t5y6
    qazwsx123456 qazwsxedcrfv qwer123456 qwerasdfzxcv qwert12345 qwerty123! qwerty1234 qwerty12345
    qwerty123456 qwertyqwerty qwertyuiop qwertyuiop1 qwertyuiop123 qwertyuiop[] secret1234 security12
    spiderman1 starwars123 summer2026 sunshine12 sunshine123 superman12 superman123 test123456 testtest12
    testtest123 thepassword trustno1trustno1 welcome123 welcome1234 winter2026 yourpassword zaq12wsxcde3
    zxcvbnm123 zxcvbnm1234 zxcvbnmasdf
    """.split()  # noqa: SIM905 - so that they can be read
)
"""In lower case."""
